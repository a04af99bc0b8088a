import Forms

/// Replaces one boundary's text by another's in content that is read in pieces.
struct BoundarySubstitution {
    private let search: ByteSearch
    private let replacement: [UInt8]
    /// Bytes that may begin an occurrence.
    private var pending: [UInt8] = []
    private var ready: [UInt8] = []

    /// Makes a substitution of `boundary` by `replacement`; an empty boundary never matches.
    init(of boundary: [UInt8], by replacement: [UInt8]) {
        search = ByteSearch(boundary)
        self.replacement = replacement
    }

    /// The number of bytes that are ready.
    var readyCount: Int { ready.count }

    /// Adds the next bytes of the content; none at its end.
    mutating func push(_ bytes: [UInt8]) {
        pending += bytes
        var places: [Int] = []
        // Sound: the buffer is used only during the call.
        pending.withUnsafeBytes { buffer in
            var from = 0
            while let place = search.first(in: buffer, from: from) {
                places.append(place)
                from = place + search.needle.count
            }
        }
        var done = 0
        for place in places {
            ready += pending[done..<place]
            ready += replacement
            done = place + search.needle.count
        }
        let kept = bytes.isEmpty ? 0 : min(max(search.needle.count - 1, 0), pending.count - done)
        ready += pending[done..<(pending.count - kept)]
        pending.removeFirst(pending.count - kept)
    }

    /// Removes and returns the next bytes after substitution, at most `limit`.
    mutating func take(ofAtMost limit: Int) -> [UInt8] {
        let block = Array(ready.prefix(limit))
        ready.removeFirst(block.count)
        return block
    }
}
