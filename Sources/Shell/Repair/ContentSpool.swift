import Bytes
import CaptureSources
package import Forms

/// Keeps the contents of one form's parts, as they arrive: where each stands in a ``ByteStore``.
package final class ContentSpool {
    private let store = ByteStore(memoryLimit: 256 * 1024)
    private var places: [Int: Range<Int>] = [:]
    /// Why a content could not be kept; none is complete then.
    package private(set) var failure: CommandFailure?

    /// Makes an empty spool.
    package init() {}

    /// Adds the next bytes of a part's content; parts come in order.
    package func write(_ bytes: RawSpan, part: Int) {
        guard failure == nil else { return }
        do throws(ByteSource.Failure) { try store.append(bytes) } catch {
            failure = .unreadable("the contents of the parts cannot be kept: \(error)")
            return
        }
        let end = store.count
        places[part] = (places[part]?.lowerBound ?? end - bytes.byteCount)..<end
    }

    /// The content of a part, which can be read any number of times.
    package func content(of part: Int) -> PartContent {
        guard let place = places[part] else { return .bytes([]) }
        let store = store
        return .stream(length: place.count) { SpooledContent(store, place) }
    }

    /// The bytes of a part's content, at most `limit` of them.
    package func bytes(of part: Int, limit: Int) -> [UInt8] {
        let place = (places[part] ?? 0..<0).prefix(limit)
        do throws(ByteSource.Failure) { return try store.contents(of: place) } catch {
            failure = .unreadable("the contents of the parts cannot be read again: \(error)")
            return []
        }
    }
}

/// The bytes of one part.
private final class SpooledContent: PartSource {
    private let store: ByteStore
    private var rest: Range<Int>

    init(_ store: ByteStore, _ place: Range<Int>) {
        self.store = store
        rest = place
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
        guard !room.isEmpty else { return 0 }
        let count = try store.read(at: rest.lowerBound, into: room)
        guard count > 0 else { throw CommandFailure.unreadable("what was kept of it is gone") }
        rest = (rest.lowerBound + count)..<rest.upperBound
        return count
    }
}
