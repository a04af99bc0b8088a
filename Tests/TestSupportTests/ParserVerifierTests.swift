import TestSupport
import Testing

struct ParserVerifierTests {
    private let input = Array("one\r\ntwo\r\n\r\nthree".utf8)

    @Test func `finds no difference in a parser that joins its chunks`() {
        ParserVerifier.verify(input) { chunks in chunks.flatMap(Array.init) }
    }

    @Test func `finds a parser that looks for a token inside one chunk only`() {
        let differences = ParserVerifier.differences(input) { chunks in
            chunks.map { chunk in String(decoding: chunk, as: UTF8.self).split(separator: "\r\n").count }
                .reduce(0, +)
        }
        #expect(differences.count == ParserVerifier.differenceLimit)
        #expect(differences[0].contains("chunks of 1"))
    }

    @Test func `finds a parser that begins to read at index 0`() {
        let differences = ParserVerifier.differences(input) { chunks in chunks.first?.startIndex }
        #expect(differences.first?.contains("slice index") == true)
    }

    @Test func `finds a parser that takes an empty chunk for the end`() {
        let differences = ParserVerifier.differences(input) { chunks in
            chunks.prefix { !$0.isEmpty }.flatMap(Array.init)
        }
        #expect(differences.contains { $0.contains("empty") })
    }

    @Test func `finds a parser that depends on chunks where the input is cut off`() {
        let input = self.input
        let differences = ParserVerifier.differences(input) { chunks in
            chunks.joined().count == input.count ? 0 : chunks.count
        }
        #expect(differences.count == ParserVerifier.differenceLimit)
        #expect(differences[0].contains("cut off after 0 bytes"))
    }

    @Test(arguments: [0, 1, 300])
    func `the input is cut off at each of its bytes`(count: Int) {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let beginnings = Array(InputDivision.beginnings(of: input, splitLimit: 256, stepLimit: 100_000))
        #expect(beginnings.map { Array($0.chunks.joined()) } == (0..<count).map { Array(input[..<$0]) })
        #expect(beginnings.map(\.bytes) == (0..<count).map { Array(input[..<$0]) })
    }

    @Test func `a long input is cut off at fewer places at the desk, from the first to the last bytes`() {
        let input = [UInt8](repeating: 1, count: 1_000)
        let lengths = InputDivision.beginnings(of: input, splitLimit: 2_000, stepLimit: 50_000).map {
            $0.chunks.count
        }
        #expect(lengths.count == (TestScope.isWhole ? 1_000 : 100))
        #expect(lengths == lengths.sorted() && lengths[0] < 10 && lengths[lengths.count - 1] >= 990)
    }

    @Test(arguments: [0, 1, 511, 3000])
    func `every division joined is the input`(count: Int) {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let divisions = InputDivision.all(of: input, splitLimit: 256)
        #expect(divisions.allSatisfy { $0.chunks.joined().elementsEqual(input) && $0.bytes == input })
        #expect(divisions.count <= 600)
    }
}
