import Foundation
import TestSupport
import Testing

/// A capture that was recorded with a snap length: of each packet the first bytes alone.
struct SnappedCaptureTests {
    /// A classic pcap file of little-endian numbers, of whose packets at most `limit` bytes are left.
    private static func snapped(_ file: [UInt8], to limit: Int) -> [UInt8] {
        func number(at offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
        }
        var result = Array(file[..<24])
        var offset = 24
        while offset + 16 <= file.count {
            let count = number(at: offset + 8)
            let kept = min(count, limit)
            result += file[offset..<(offset + 8)]
            result += (0..<4).map { UInt8(truncatingIfNeeded: kept >> (8 * $0)) }
            result += file[(offset + 12)..<(offset + 16 + kept)]
            offset += 16 + count
        }
        return result
    }

    @Test func `a request whose head is cut off is not judged, and the snap length is named`() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: Checkout.path("Captures/curl/plain.pcap")))
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.snapped([UInt8](whole), to: 130), to: "cut.pcap")
        let run = CommandRun(["inspect", path])
        #expect(run.output.contains("not judged") && !run.output.contains("not a form"), "\(run.output)")
        #expect((run.output + run.diagnostics).contains("cut off by the capture's snap length"))
        #expect((run.output + run.diagnostics).contains("lacks some of the head"))
    }
}
