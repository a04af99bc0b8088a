import Bytes
package import CaptureSources
package import Forms

/// Keeps the contents of one form's parts, as they arrive: where each stands in a ``ByteStore``.
package final class ContentSpool {
    /// Bytes of contents that are kept in memory before they go to a file.
    package static let memoryLimit = 256 * 1024

    private let store: ByteStore
    private var places: [Int: [Range<Int>]] = [:]
    /// Why a content could not be kept; none is complete then.
    package private(set) var failure: RepairFailure?

    /// Makes an empty spool.
    package init() { store = ByteStore(memoryLimit: Self.memoryLimit) }

    /// Makes an empty spool that shares a store with others: there may be more of them than files can be open.
    package init(in store: ByteStore) { self.store = store }

    /// Adds the next bytes of a part's content; parts come in order.
    package func write(_ bytes: RawSpan, part: Int) {
        guard failure == nil else { return }
        do throws(ByteSource.Failure) { try store.append(bytes) } catch {
            failure = RepairFailure("the contents of the parts cannot be kept: \(error)")
            return
        }
        let end = store.count
        let place = (end - bytes.byteCount)..<end
        if let last = places[part]?.last, last.upperBound == place.lowerBound {
            places[part]?.removeLast()
            places[part]?.append(last.lowerBound..<place.upperBound)
        } else {
            places[part, default: []].append(place)
        }
    }

    /// The content of a part, which can be read any number of times.
    package func content(of part: Int) -> PartContent {
        guard let places = places[part] else { return .bytes([]) }
        let store = store
        return .stream(length: places.reduce(0) { $0 + $1.count }) { SpooledContent(store, places) }
    }

    /// The bytes of a part's content, at most `limit` of them.
    package func bytes(of part: Int, limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(ByteSource.Failure) {
            for place in places[part] ?? [] where bytes.count < limit {
                bytes += try store.contents(of: place.prefix(limit - bytes.count))
            }
            return bytes
        } catch {
            failure = RepairFailure("the contents of the parts cannot be read again: \(error)")
            return []
        }
    }
}

/// The bytes of one part.
private final class SpooledContent: PartSource {
    private let store: ByteStore
    private var rest: Range<Int>
    private var following: ArraySlice<Range<Int>>

    init(_ store: ByteStore, _ places: [Range<Int>]) {
        self.store = store
        rest = places.first ?? 0..<0
        following = places.dropFirst()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while rest.isEmpty, let next = following.popFirst() { rest = next }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
        guard !room.isEmpty else { return 0 }
        let count = try store.read(at: rest.lowerBound, into: room)
        guard count > 0 else { throw RepairFailure("what was kept of it is gone") }
        rest = (rest.lowerBound + count)..<rest.upperBound
        return count
    }
}
