import Bytes
import CaptureSources

/// Bytes that are put by as they come, in a file without a name, and read again by their places.
final class TrafficSpool {
    /// Bytes that are gathered before they are written: system calls cost nothing at this size.
    private static let bufferSize = 256 * 1024

    private let file: TemporaryFile
    private var buffer: [UInt8] = []
    /// How many bytes are in the file.
    private var written = 0
    /// Why bytes could not be kept or read, where that happened; nothing is complete then.
    private(set) var failure: ByteSource.Failure?

    /// Makes an empty spool.
    init() throws(ByteSource.Failure) {
        file = try TemporaryFile()
    }

    /// The place at which the next bytes will be.
    var end: Int { written + buffer.count }

    /// Adds bytes.
    func append(_ bytes: RawSpan) {
        guard failure == nil else { return }
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// The bytes of a range of places.
    func bytes(_ range: Range<Int>) throws(ByteSource.Failure) -> [UInt8] {
        if range.lowerBound >= written {
            return Array(buffer[(range.lowerBound - written)..<(range.upperBound - written)])
        }
        if range.upperBound > written { flush() }
        if let failure { throw failure }
        return try file.bytes(range)
    }

    private func flush() {
        do throws(ByteSource.Failure) { try file.append(buffer) } catch { failure = error }
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
