import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that were cut off.
struct TruncationTests {
    /// The number of bytes that are read of one capture in all its cuts at the desk.
    private static let effort = 200_000
    /// The greatest number of last bytes that are each cut off in turn.
    private static let lastBytes = 40

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

    /// Where to cut: at every byte where all tests are asked for, else at places drawn by a seed and at each of the last
    /// bytes.
    private static func lengths(of bytes: [UInt8]) -> [Int] {
        let cuts = max(effort / bytes.count, 2)
        let last = bytes.count - min(cuts / 2, lastBytes)
        return TestScope.sample(of: 0..<last, atMost: cuts / 2, seed: 1) + Array(last..<bytes.count)
    }
}
