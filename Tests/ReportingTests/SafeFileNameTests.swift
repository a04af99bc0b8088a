import Testing

@testable import Reporting

struct SafeFileNameTests {
    @Test(arguments: [
        ("image.png", "image.png"), ("../../etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"),
        ("/", ""), ("..", ""), (".", ""), ("", ""), (".bashrc", "bashrc"), ("...x", "x"), ("a.", "a"),
        ("C:\\fakepath\\a.txt", "a.txt"), ("a\u{0}b", "a_b"), ("a\u{1B}[31m.txt", "a_[31m.txt"),
        ("a\u{202E}gpj.exe", "a_gpj.exe"), ("a\nb\r", "a_b_"), ("<script>.html", "_script_.html"),
        ("\"a\".txt", "_a_.txt"), ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("com1 .x", "_com1 .x"),
        ("console", "console"), ("-rf", "_rf"), ("~root", "~root"), ("Übung 1.pdf", "Übung 1.pdf"),
        (".\u{301}hidden", "\u{301}hidden"), ("-\u{301}x", "_\u{301}x"), ("a/\u{301}b", "\u{301}b"),
        ("con.\u{301}txt", "_con.\u{301}txt"), ("a.\u{301}", "a.\u{301}"), ("<\u{301}", "_\u{301}"),
        ("$(id).sh", "_(id).sh"), ("  x  ", "x"), ("漢字.txt", "漢字.txt"), ("a%2Fb", "a_2Fb"),
    ])
    func `a name is made harmless`(_ wanted: String, _ expected: String) {
        #expect(SafeFileName.cleaned(wanted) == expected)
    }

    @Test(arguments: [
        String(repeating: "x", count: 5000) + ".jpeg", String(repeating: "漢", count: 500),
        "a" + String(repeating: "\u{301}", count: 1000) + ".txt", String(repeating: "x.", count: 1000),
    ])
    func `a name is never longer than the limit`(_ wanted: String) {
        let name = SafeFileName.cleaned(wanted)
        #expect(name.utf8.count <= SafeFileName.byteLimit)
        #expect(!name.isEmpty)
        if wanted.hasSuffix(".jpeg") { #expect(name.hasSuffix(".jpeg")) }
    }

    @Test func `names are given once, letter case apart or not`() {
        var names = SafeFileName(taken: ["manifest.json"])
        let wanted: [String?] = ["a.txt", "A.TXT", "a-2.txt", "a.txt", nil, "..", "Manifest.json"]
        let given = wanted.enumerated().map { names.next($1, fallback: "part-\($0 + 1)") }
        #expect(given == ["a.txt", "A-2.TXT", "a-2-2.txt", "a-3.txt", "part-5", "part-6", "Manifest-2.json"])
    }

    @Test func `twenty thousand parts of one name take no longer than they must`() {
        var names = SafeFileName()
        for _ in 0..<20_000 { _ = names.next("a.txt", fallback: "x") }
        #expect(names.next("a.txt", fallback: "x") == "a-20001.txt")
    }
}
