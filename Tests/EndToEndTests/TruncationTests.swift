import Foundation
import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that were cut off.
struct TruncationTests {
    /// Captures up to this many bytes are cut at every one of them.
    private static let smallSize = 2_000
    /// Larger ones are cut this many times, at places that are spread evenly, and at every one of the last bytes.
    private static let cuts = 200
    private static let lastBytes = 100

    @Test(arguments: CaptureFolder.captures)
    func `a capture that is cut off anywhere is no fault of the client`(_ capture: CaptureFile) throws {
        let bytes = try capture.bytes()
        let whole = try CollectedCapture.read(bytes, name: capture.name)
        let errors = whole.rules(.error)
        let borders = try RecordBorders(of: bytes)
        for length in Self.lengths(of: bytes) {
            let cut = Result { try CollectedCapture.read(Array(bytes.prefix(length)), name: capture.name) }
            switch cut {
            case .success(let collected):
                let added = collected.rules(.error).subtracting(errors)
                #expect(added.isEmpty, "cut at \(length)")
                let isTruncated = collected.problems.contains("truncated-file")
                #expect(isTruncated == !borders.offsets.contains(length), "cut at \(length)")
            case .failure(let error):
                // Less than the file's header is no capture.
                #expect(error is InputFailure && length < borders.headerLength, "cut at \(length): \(error)")
            }
        }
    }

    private static func lengths(of bytes: [UInt8]) -> [Int] {
        guard bytes.count > smallSize else { return Array(0..<bytes.count) }
        let last = bytes.count - lastBytes
        return Array(stride(from: 0, to: last, by: max(last / cuts, 1) | 1)) + Array(last..<bytes.count)
    }
}
