import Bytes
import CaptureSources
package import Forms

/// Keeps the contents of one form's parts, as they arrive, in a file without a name: memory does not grow with them.
package final class ContentSpool {
    private var file: TemporaryFile?
    private var length = 0
    private var places: [Int: Range<Int>] = [:]
    /// Why something could not be kept; nothing is complete then.
    package private(set) var failure: CommandFailure?

    /// Makes an empty spool.
    package init() {}

    /// Takes the next bytes of a part's content; parts come in order.
    package func write(_ bytes: RawSpan, part: Int) {
        guard failure == nil else { return }
        do throws(ByteSource.Failure) {
            if file == nil { file = try TemporaryFile() }
            guard let file else { return }
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(ByteSource.Failure) in try file.append(bytes) }
            }
            try result.get()
        } catch {
            failure = .unreadable("the contents of the parts cannot be kept: \(error)")
            return
        }
        let start = places[part]?.lowerBound ?? length
        length += bytes.byteCount
        places[part] = start..<length
    }

    /// The content of a part, which can be read any number of times.
    package func content(of part: Int) -> PartContent {
        guard let place = places[part], let file else { return .bytes([]) }
        return .stream(length: place.count) { SpooledContent(file, place) }
    }

    /// The bytes of a part's content, at most `limit` of them.
    package func bytes(of part: Int, limit: Int) -> [UInt8] {
        guard let file else { return [] }
        let place = (places[part] ?? 0..<0).prefix(limit)
        do throws(ByteSource.Failure) { return try file.bytes(place) } catch {
            failure = .unreadable("the contents of the parts cannot be read again: \(error)")
            return []
        }
    }
}

/// The bytes of one part.
private final class SpooledContent: PartSource {
    private let file: TemporaryFile
    private var rest: Range<Int>

    init(_ file: TemporaryFile, _ place: Range<Int>) {
        self.file = file
        rest = place
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
        guard !room.isEmpty else { return 0 }
        let count = try file.read(at: rest.lowerBound, into: room)
        guard count > 0 else { throw CommandFailure.unreadable("what was kept of it is gone") }
        rest = (rest.lowerBound + count)..<rest.upperBound
        return count
    }
}
