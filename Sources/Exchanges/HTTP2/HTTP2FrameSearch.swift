import Bytes

/// Looks for the next frame after a gap.
///
/// A position is accepted where the header of a plausible frame is followed by another one just where that
/// frame ends: in other bytes that happens less than once in 2⁵⁰ positions. Bytes are kept for no longer than
/// a frame.
struct HTTP2FrameSearch {
    private var bytes: [UInt8] = []
    /// The offset in `bytes` of the position that is examined.
    private var candidate = 0
    /// The origins of the bytes, each with the offset of its first byte in `bytes`.
    private var origins: [(start: Int, origin: ByteOrigin)] = []

    /// Adds the next bytes of the stream; returns whether a frame was found in those it holds.
    mutating func find(_ more: RawSpan, _ origin: ByteOrigin) -> Bool {
        origins.append((bytes.count, origin))
        more.withUnsafeBytes { bytes.append(contentsOf: $0) }
        let isFound = find()
        if !isFound, candidate > HTTP2FrameHeader.ordinaryPayload { trim() }
        return isFound
    }

    /// Removes and returns the bytes from the position found, split by their origins.
    consuming func rest() -> [(bytes: [UInt8], origin: ByteOrigin)] {
        origins.indices.compactMap { index in
            let start = origins[index].start
            let end = index + 1 < origins.count ? origins[index + 1].start : bytes.count
            let from = max(start, candidate)
            guard from < end else { return nil }
            return (Array(bytes[from..<end]), origins[index].origin.moved(by: from - start))
        }
    }

    private mutating func find() -> Bool {
        let length = HTTP2FrameHeader.length
        while candidate + length <= bytes.count {
            if let header = header(at: candidate) {
                let next = candidate + length + header.payloadLength
                guard next + length <= bytes.count else { return false }
                if self.header(at: next) != nil { return true }
            }
            candidate += 1
        }
        return false
    }

    /// The header at an offset; `nil` where none may begin there.
    private func header(at offset: Int) -> HTTP2FrameHeader? {
        // The first byte alone excludes nearly every position: no ordinary frame is so long.
        guard bytes[offset] == 0 else { return nil }
        let header = HTTP2FrameHeader(
            bytes.span.bytes.extracting(offset..<(offset + HTTP2FrameHeader.length))
        )
        return header.isPlausible ? header : nil
    }

    /// Drops bytes that were examined.
    private mutating func trim() {
        origins.removeFirst(origins.lastIndex { $0.start <= candidate } ?? 0)
        let first = origins[0]
        origins[0] = (candidate, first.origin.moved(by: candidate - first.start))
        for index in origins.indices { origins[index].start -= candidate }
        bytes.removeFirst(candidate)
        candidate = 0
    }
}
