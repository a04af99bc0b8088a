import Testing

@testable import Policy
@testable import Shell

struct InputTests {
    private func argument(_ text: String, existing: String...) -> CaptureArgument {
        CaptureArgument(text) { existing.contains($0) }
    }

    @Test func `numbers after the last hash name exchanges`() {
        #expect(argument("a.pcap#3").path == "a.pcap")
        #expect(argument("a.pcap#3").exchanges?.ranges == [3...3])
        #expect(argument("a.pcap#3,5-7").exchanges?.ranges == [3...3, 5...7])
        #expect(argument("a#b.pcap#2").path == "a#b.pcap")
        #expect(argument("-#2").path == "-")
        #expect(argument(CaptureArgument.shieldingDash("-#2")) == argument("-#2"))
    }

    @Test(arguments: [
        "a.pcap", "a.pcap#", "a.pcap#x", "a.pcap#0", "a.pcap#3-1", "a.pcap#1,", "a#1-", "a#-2",
        "a#99999999999999999999", "#1", "a#1.5",
    ])
    func `anything else is part of the path`(_ text: String) {
        #expect(argument(text).path == text)
        #expect(argument(text).exchanges == nil)
    }

    @Test func `a file whose name holds the hash wins`() {
        #expect(argument("a#1", existing: "a#1").path == "a#1")
        #expect(argument("a#1", existing: "a#1").exchanges == nil)
    }

    @Test func `ranges are joined`() throws {
        let numbers = try #require(NumberSelection("5-7,1,2,6-9"))
        #expect(numbers.ranges == [1...2, 5...9])
        #expect(numbers.contains(8) && !numbers.contains(3))
        #expect(numbers.first(beyond: 6) == 7)
        #expect(numbers.first(beyond: 9) == nil)
        #expect(NumberSelection("1-9223372036854775807")?.set == nil)
    }

    @Test(arguments: [
        ("*", "", true), ("a*c", "abbbc", true), ("a*c", "abbb", false), ("a?c", "abc", true),
        ("a?c", "ac", false),
        ("*/upload*", "http://x/upload?a=1", true), ("**a**b", "xxaxxb", true), ("", "", true),
        ("", "a", false),
        ("[a]", "a", false), ("[a]", "[a]", true),
    ])
    func `a glob matches the whole text`(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(Glob(pattern).matches(text) == matches)
    }

    @Test func `a hostile text cannot make a glob slow`() {
        let pattern = String(repeating: "*a", count: 50) + "b"
        #expect(!Glob(pattern).matches(String(repeating: "a", count: 5000)))
    }
}
