import Bytes
import Connections
import TestSupport
import Testing

/// A stream in whatever segments it was sent, and in whatever order they arrive: the same bytes, gaps and ends.
struct StreamDivisionTests {
    /// How the segments of a stream reach the capture.
    enum Arrival: String, CaseIterable {
        case inOrder, swapped, reversed, twice, overlapping, withLoss, withoutHandshake
        case reversedWithoutHandshake
    }

    private static let stream = Array(
        "POST /upload HTTP/1.1\r\nContent-Length: 20\r\n\r\n01234567890123456789".utf8
    )
    /// The bytes of the stream that no segment brings.
    private static let lost = 20..<27

    /// The segments of a stream in the order in which they arrive: where each begins, and its bytes.
    private static func segments(
        _ chunks: [ArraySlice<UInt8>],
        _ arrival: Arrival
    ) -> [(start: Int, bytes: ArraySlice<UInt8>)] {
        var segments: [(start: Int, bytes: ArraySlice<UInt8>)] = []
        var end = 0
        for chunk in chunks {
            segments.append((end, chunk))
            end += chunk.count
        }
        switch arrival {
        case .inOrder, .withoutHandshake: return segments
        case .reversed, .reversedWithoutHandshake: return segments.reversed()
        case .twice: return segments.flatMap { [$0, $0] }
        case .swapped:
            return stride(from: 0, to: segments.count, by: 2).flatMap { segments[$0...].prefix(2).reversed() }
        case .overlapping:
            // Each brings the bytes of the next one, too.
            return segments.indices.map { index in
                let next = segments[index...].dropFirst().first?.bytes ?? []
                return (segments[index].start, ArraySlice(segments[index].bytes + next))
            }
        case .withLoss:
            return segments.flatMap { start, bytes in
                let bytes = Array(bytes)
                let before = bytes.prefix(max(lost.lowerBound - start, 0))
                let skipped = min(max(lost.upperBound - start, 0), bytes.count)
                return [(start, before), (start + skipped, bytes[max(skipped, before.count)...])]
            }
        }
    }

    private static func read(_ chunks: [ArraySlice<UInt8>], _ arrival: Arrival) -> [SegmentScript.Event] {
        var limits = ReassemblyLimits()
        // Without a SYN the stream begins with the first of those that came until then.
        limits.segmentsBeforeStart = .max
        var script = SegmentScript(limits: limits)
        // The numbers pass 2³² within the stream.
        script.clientStart = .max - 30
        let isWhole = arrival != .withoutHandshake && arrival != .reversedWithoutHandshake
        if isWhole { script.handshake() }
        for (start, bytes) in segments(chunks, arrival) where !bytes.isEmpty {
            script.client(start, Array(bytes))
        }
        let length = chunks.reduce(0) { $0 + $1.count }
        if length > 0 { script.server(0, ack: length) }
        script.client(length, flags: SegmentBuilder.Flags.fin)
        return script.finish()
    }

    @Test(arguments: Arrival.allCases)
    func `a stream is the same in whatever segments, and wherever it is cut off`(_ arrival: Arrival) {
        let whole = Self.read([Self.stream[...]], arrival)
        let text = String(decoding: Self.stream, as: UTF8.self)
        if arrival == .withLoss {
            #expect(whole.contains(.sent(String(text.prefix(20)))))
            #expect(whole.contains(.gap(1, .initiator, at: 20, 7, .notCaptured)))
        } else {
            #expect(whole.contains(.sent(text)))
        }
        #expect(whole.contains(.ended(1, .initiator, .finished)) && whole.last == .closed(1))
        ParserVerifier.verify(Self.stream) { Self.read($0, arrival) }
    }
}
