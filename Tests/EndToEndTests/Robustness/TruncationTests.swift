import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that were cut off.
struct TruncationTests {
    /// The number of bytes that are read of one capture in all its cuts at the desk.
    private static let effort = 80_000
    /// The greatest number of last bytes that are each cut off in turn at the desk.
    private static let lastBytes = 40
    /// The greatest length in bytes of a capture that is cut off at every byte where all tests are asked for.
    ///
    /// The cost grows with the square of it: of a capture of 320 kB, 50 GB would be read.
    private static let everyByteLimit = 4_096
    /// How far from the border of a record a longer capture is cut off, in bytes: the header of a record has 16.
    private static let reach = 18
    /// How many further cuts of a longer capture are drawn where all tests are asked for.
    private static let drawnCuts = 256
    /// How many bytes are read at most of a longer capture in all its cuts near borders.
    private static let borderEffort = 20_000_000

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets))
    func `a capture that is cut off anywhere is no fault of the client`(_ capture: CaptureFile) throws {
        let bytes = try capture.bytes()
        let whole = try CollectedCapture.read(bytes, name: capture.name)
        let known = whole.rules(atLeast: .warning)
        let borders = try RecordBorders(of: bytes)
        for length in Self.lengths(of: bytes, borders) {
            let cut = Result { try CollectedCapture.read(Array(bytes.prefix(length)), name: capture.name) }
            switch cut {
            case .success(let collected):
                let added = collected.rules(atLeast: .warning).subtracting(known)
                #expect(added.isEmpty, "cut at \(length)")
                let isTruncated = collected.problems.contains("truncated-file")
                #expect(isTruncated == !borders.offsets.contains(length), "cut at \(length)")
            case .failure(let error):
                // Nothing can be read of a file that ends in its header or in its first packet.
                #expect(
                    error is InputFailure && length < borders.firstPacketEnd,
                    "cut at \(length): \(error)"
                )
            }
        }
    }

    /// Where to cut: at the desk at places drawn by a seed and at each of the last bytes.
    ///
    /// Where all tests are asked for, a short capture is cut at every byte, and a longer one near the borders of its
    /// records and at places drawn by a seed.
    private static func lengths(of bytes: [UInt8], _ borders: RecordBorders) -> [Int] {
        if TestScope.isWhole, bytes.count <= everyByteLimit { return Array(0..<bytes.count) }
        if TestScope.isWhole {
            let near = Set(borders.offsets.flatMap { ($0 - reach)...($0 + reach) }).union(0...64)
                .filter { bytes.indices.contains($0) }.sorted()
            let drawn = TestScope.draw(drawnCuts, from: 0..<bytes.count, seed: 1)
            let limit = max(2 * borderEffort / bytes.count, 1)
            return TestScope.draw(limit, from: near, seed: 2) + drawn
        }
        let cuts = max(effort / bytes.count, 2)
        let last = bytes.count - min(cuts / 2, lastBytes)
        return TestScope.draw(cuts / 2, from: 0..<last, seed: 1) + Array(last..<bytes.count)
    }
}
