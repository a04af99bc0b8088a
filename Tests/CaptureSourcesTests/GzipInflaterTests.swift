import TestSupport
import Testing

@testable import CaptureSources

/// gzip taken off compressed bytes that come in pieces.
struct GzipInflaterTests {
    /// What comes of compressed bytes.
    private struct Inflated: Equatable {
        var bytes: [UInt8] = []
        var problem: CaptureProblem?
    }

    private static let members =
        ByteSourceTests.gzip(Array("one, one, one, two".utf8)) + ByteSourceTests.gzip([])

    private static func inflate(_ chunks: [ArraySlice<UInt8>], room: Int) -> Inflated {
        let inflater = GzipInflater()
        var inflated = Inflated()
        var output = [UInt8](repeating: 0, count: room)
        for chunk in chunks {
            var rest = chunk
            while inflater.problem == nil, !rest.isEmpty || inflater.hasOutputWaiting {
                let progress = rest.withUnsafeBytes { input in
                    output.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
                }
                rest = rest.dropFirst(progress.consumed)
                inflated.bytes += output.prefix(progress.produced)
            }
        }
        inflated.problem = inflater.finish()
        return inflated
    }

    private static let inputs: [[UInt8]] = [
        members, members + [0, 0, 0], members + [7, 7],
        ByteSourceTests.gzip([1, 2, 3]).dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8], [0x1F, 0x8B, 8, 0xFF, 1],
    ]

    @Test(arguments: inputs, [5, 4_096])
    func `inflates the same however its bytes are cut`(_ input: [UInt8], room: Int) {
        ParserVerifier.verify(input) { Self.inflate($0, room: room) }
    }

    @Test func `inflates a real capture the same however its bytes are cut`() throws {
        let capture = try Checkout.bytes(of: Checkout.path("Captures/curl/plain.pcap"))
        let input = ByteSourceTests.gzip(capture)
        #expect(Self.inflate([input[...]], room: 512) == Inflated(bytes: capture))
        ParserVerifier.verify(input, splitLimit: 0) { Self.inflate($0, room: 512) }
    }
}
