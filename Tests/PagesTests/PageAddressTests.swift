import Testing

@testable import Pages

/// URLs are resolved as browsers resolve them.
struct PageAddressTests {
    @Test(arguments: [
        ("", "https://h/a/b?q"), ("c", "https://h/a/c"), ("./c/", "https://h/a/c/"), ("../c", "https://h/c"),
        ("../../../c", "https://h/c"), ("/c?x#y", "https://h/c?x"), ("?x", "https://h/a/b?x"),
        ("//o/c", "https://o/c"), ("\\\\o\\c", "https://o/c"), ("http://O:80", "http://o/"),
        ("https://u:p@o:8443/c/..", "https://o:8443/"), (" \t/c\n ", "https://h/c"),
        ("https:c", "https://h/a/c"),
        ("/c?x=a/../b", "https://h/c?x=a/../b"),
    ])
    func `a reference is resolved`(reference: String, expected: String) throws {
        let base = try #require(PageAddress("https://h/a/b?q"))
        #expect(base.resolving(reference)?.text == expected)
    }

    @Test(arguments: ["javascript:void(0)", "mailto:a@b", "data:,x", "http://", "about:blank"])
    func `what no form is sent to over HTTP has no address`(reference: String) throws {
        #expect(try #require(PageAddress("https://h/a")).resolving(reference) == nil)
        #expect(PageAddress(reference) == nil)
    }
}
