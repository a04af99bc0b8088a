import Testing

@testable import Exchanges

/// What requests after a refused one are compared with.
struct PriorRequestTests {
    @Test(arguments: ["/up", "/up?a=/b//c", "/up#http://h/x", "//h/up", "http://h/up", "https://h:8080/up?a"])
    func `references with the same path have the same digest`(_ reference: String) {
        #expect(PriorRequest.pathDigest(of: reference) == PriorRequest.pathDigest(of: "/up"))
    }

    @Test(arguments: ["/", "/up/", "/u", "/x//up", "/up//", "http:/up", "h//h/up", "http://h", "up", ""])
    func `references with other paths have other digests`(_ reference: String) {
        #expect(PriorRequest.pathDigest(of: reference) != PriorRequest.pathDigest(of: "/up"))
    }

    @Test func `the path of an authority alone is a slash`() {
        #expect(PriorRequest.pathDigest(of: "http://h") == PriorRequest.pathDigest(of: "/"))
        #expect(PriorRequest.pathDigest(of: "http://h?a") == PriorRequest.pathDigest(of: "/"))
    }

    @Test func `a path that is not ASCII has no digest`() {
        #expect(PriorRequest.pathDigest(of: "/\u{FC}p") == nil)
        #expect(PriorRequest.pathDigest(of: "/up?\u{FC}") != nil)
    }
}
