import Foundation
import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that were cut off.
struct TruncationTests {
    /// Whether captures are cut at every single byte, which takes minutes: asked for by `EXHAUSTIVE=1`.
    private static let isExhaustive = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1"
    /// Captures up to this many bytes are always cut at every one of them.
    private static let smallSize = 1_600
    /// The number of bytes that are read of one capture in all its cuts.
    private static let effort = 3_000_000

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets))
    func `a capture that is cut off anywhere is no fault of the client`(_ capture: CaptureFile) throws {
        let bytes = try capture.bytes()
        let whole = try CollectedCapture.read(bytes, name: capture.name)
        let known = whole.rules(atLeast: .warning)
        let borders = try RecordBorders(of: bytes)
        for length in Self.lengths(of: bytes) {
            let cut = Result { try CollectedCapture.read(Array(bytes.prefix(length)), name: capture.name) }
            switch cut {
            case .success(let collected):
                let added = collected.rules(atLeast: .warning).subtracting(known)
                #expect(added.isEmpty, "cut at \(length)")
                let isTruncated = collected.problems.contains("truncated-file")
                #expect(isTruncated == !borders.offsets.contains(length), "cut at \(length)")
            case .failure(let error):
                // Less than the file's header is no capture.
                #expect(error is InputFailure && length < borders.headerLength, "cut at \(length): \(error)")
            }
        }
    }

    /// Where to cut: at every byte, or at places spread evenly and at each of the last bytes.
    private static func lengths(of bytes: [UInt8]) -> [Int] {
        guard bytes.count > smallSize, !isExhaustive else { return Array(0..<bytes.count) }
        let last = bytes.count - min(effort / bytes.count, 100)
        // An odd distance, since lengths in captures are even.
        let distance = max(last / max(effort / bytes.count, 1), 6) | 1
        return Array(stride(from: 0, to: last, by: distance)) + Array(last..<bytes.count)
    }
}
