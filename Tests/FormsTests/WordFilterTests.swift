import Testing

@testable import Forms

/// The search that skips bytes, held against the one that reads them all.
struct WordFilterTests {
    @Test(arguments: [
        "------WebKitFormBoundary7MA4YWxkTrZu0gW", "--------------------------1234567890123456",
        "----------------------------------------", "--abababababababababababab",
    ])
    func `finds what the search of every byte finds`(_ needle: String) throws {
        let needle = Array(needle.utf8)
        let search = ByteSearch(needle)
        let filter = try #require(WordFilter([needle]))
        var random = Deterministic(state: UInt64(needle.count))
        for round in 0..<60 {
            var bytes: [UInt8] = []
            while bytes.count < 12_000 {
                switch random.next() % 4 {
                case 0: bytes += (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                case 1: bytes += Array("text, with -- dashes\r\n".utf8)
                case 2: bytes += needle.prefix(Int(random.next() % UInt64(needle.count)))
                default: bytes += needle.suffix(Int(random.next() % UInt64(needle.count)))
                }
                if round % 2 == 0, random.next() % 40 == 0 { bytes += needle }
            }
            var from = 0
            while from < bytes.count {
                let expected = bytes.withUnsafeBytes { search.first(in: $0, from: from) }
                #expect(bytes.withUnsafeBytes { search.first(in: $0, from: from, by: filter) } == expected)
                guard let expected else { break }
                from = expected + 1 + Int(random.next() % 90)
            }
        }
    }

    @Test func `a text that is short, or not ASCII, has none`() {
        #expect(WordFilter([Array("--short".utf8)]) == nil)
        #expect(WordFilter([Array("--größe-größe-größe-größe-größe".utf8)]) == nil)
    }
}
