import Bytes

/// Decodes the chunked transfer coding as bytes are pushed (RFC 9112 §7.1).
/// ```
///   size ──► data ──► end of data ─┐
///    ▲  └─ 0 ─► trailers ─► done   │
///    └─────────────────────────────┘
/// ```
/// Bare LF line ends, blanks after a size and extensions are accepted and recorded. Where a size is invalid,
/// or data is not followed by a line end, the coding is broken: further chunks are not looked for.
struct ChunkedCoding {
    /// The result of a step.
    enum Step {
        /// All bytes are read.
        case moreNeeded
        /// Data of a chunk, as offsets in the bytes.
        case data(Range<Int>)
        /// The last chunk and the trailer section are read.
        case complete
        /// The bytes are not chunks from ``heldStart`` on; those before the new position are in ``held``.
        case broken
        /// The trailer section exceeds the limits.
        case tooLong
    }

    private enum State {
        case size
        case data(remaining: Int)
        case dataEnd(sawCR: Bool)
        case trailers(lineStart: Int)
    }

    private var state = State.size
    /// The last byte of the data of the chunk whose data ended last.
    private var lastDataByte: UInt8 = 0
    private let limits: ExchangeLimits
    /// The bytes of a line whose end has not arrived, or that broke the coding.
    private(set) var held: [UInt8] = []
    /// The stream offset of the first byte of `held`.
    private(set) var heldStart = 0
    /// Faults and oddities of the coding, at most a few of each kind.
    private(set) var faults: [FramingFault] = []
    /// The trailer section, empty before the end and where there is none.
    private(set) var trailers = FieldSection()

    /// Makes a decoder that waits for a first chunk size.
    init(limits: ExchangeLimits) {
        self.limits = limits
    }

    /// How many bytes of the current chunk's data are still to come.
    var remainingData: Int {
        if case .data(let remaining) = state { remaining } else { 0 }
    }

    /// Skips `length` missing bytes; returns whether they all lie in the data of one chunk.
    mutating func skip(_ length: Int) -> Bool {
        guard case .data(let remaining) = state, length <= remaining else { return false }
        lastDataByte = 0
        state = length == remaining ? .dataEnd(sawCR: false) : .data(remaining: remaining - length)
        return true
    }

    /// Reads until there is something to report.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that arrived.
    ///   - position: the offset in them to read from; after the call, that of the first byte not read.
    ///   - base: the stream offset of the first of the bytes.
    /// - Returns: what was read.
    mutating func step(_ bytes: RawSpan, from position: inout Int, base: Int) -> Step {
        while position < bytes.byteCount {
            switch state {
            case .size:
                if let step = readSize(bytes, from: &position, base: base) { return step }
            case .data(let remaining):
                let count = min(remaining, bytes.byteCount - position)
                if count == remaining { lastDataByte = bytes.byte(position + count - 1) }
                state = count == remaining ? .dataEnd(sawCR: false) : .data(remaining: remaining - count)
                position += count
                return .data((position - count)..<position)
            case .dataEnd(let sawCR):
                if let step = readDataEnd(sawCR, bytes, from: &position, base: base) { return step }
            case .trailers(let lineStart):
                if let step = readTrailers(lineStart, bytes, from: &position, base: base) { return step }
            }
        }
        return .moreNeeded
    }

    /// Ends the stream at `offset`; returns true where the bytes in `held` are not a chunk size.
    mutating func end(at offset: Int, isFinished: Bool) -> Bool {
        if case .size = state, !held.isEmpty, case .invalid = ChunkSize(held.span.bytes, isWhole: false) {
            note(.chunkSizeInvalid, heldStart..<(heldStart + held.count))
            return true
        }
        if isFinished { note(.chunkMissingTerminator, offset..<offset) }
        return false
    }

    private mutating func readSize(_ bytes: RawSpan, from position: inout Int, base: Int) -> Step? {
        let start = position
        let feed = bytes.firstLineFeed(from: start)
        let room = limits.chunkLineBytes - held.count
        let available = (feed.map { $0 + 1 } ?? bytes.byteCount) - start
        if held.isEmpty {
            heldStart = base + start
            // The usual case: the whole line is here, and nothing is copied.
            if let feed, available <= room {
                position = feed + 1
                if accept(bytes.extracting(start..<feed + 1)) { return nil }
                position = start
                return .broken
            }
        }
        position = start + min(available, room)
        held += bytes.copied(start..<position)
        if feed != nil, available <= room {
            let line = held
            guard accept(line.span.bytes) else { return .broken }
            held.removeAll(keepingCapacity: true)
        } else if held.count >= limits.chunkLineBytes {
            note(.chunkSizeInvalid, heldStart..<(heldStart + held.count))
            return .broken
        }
        return nil
    }

    /// Reads a line that should have a chunk size; returns whether it does.
    private mutating func accept(_ line: RawSpan) -> Bool {
        let feed = line.byteCount - 1
        let textEnd = line.textEnd(from: 0, feed: feed)
        switch ChunkSize(line.extracting(0..<textEnd), isWhole: true) {
        case .invalid:
            note(.chunkSizeInvalid, heldStart..<(heldStart + textEnd))
            return false
        case .size(let size, let end):
            if end < textEnd {
                let isExtension = line.extracting(end..<textEnd).hasSemicolon
                let kind = isExtension ? FramingFault.Kind.chunkExtension : .chunkSizeBlank
                note(kind, (heldStart + end)..<(heldStart + textEnd))
            }
            if textEnd == feed { note(.chunkBareLF, (heldStart + feed)..<(heldStart + feed + 1)) }
            state = size == 0 ? .trailers(lineStart: 0) : .data(remaining: size)
            return true
        }
    }

    private mutating func readDataEnd(
        _ sawCR: Bool,
        _ bytes: RawSpan,
        from position: inout Int,
        base: Int
    ) -> Step? {
        let offset = base + position
        switch (bytes.byte(position), sawCR) {
        case (0x0D, false): state = .dataEnd(sawCR: true)
        case (0x0A, true): state = .size
        case (0x0A, false) where lastDataByte != 0x0D || faults.contains { $0.kind == .chunkBareLF }:
            note(.chunkBareLF, offset..<(offset + 1))
            state = .size
        default:
            // So is an LF after data that ends in CR, where lines end in CR LF: the size is less than the data.
            heldStart = sawCR ? offset - 1 : offset
            if sawCR { held = [0x0D] }
            note(.chunkDataLength, heldStart..<(offset + 1))
            return .broken
        }
        position += 1
        return nil
    }

    private mutating func readTrailers(
        _ lineStart: Int,
        _ bytes: RawSpan,
        from position: inout Int,
        base: Int
    ) -> Step? {
        if held.isEmpty { heldStart = base + position }
        let feed = bytes.firstLineFeed(from: position)
        let end = min(feed.map { $0 + 1 } ?? bytes.byteCount, position + limits.headBytes - held.count)
        held += bytes.copied(position..<end)
        position = end
        guard held.count < limits.headBytes else { return .tooLong }
        guard feed != nil else { return nil }
        guard held.span.bytes.isBlankLine(from: lineStart, feed: held.count - 1) else {
            state = .trailers(lineStart: held.count)
            return nil
        }
        let stop = heldStart + held.count
        if lineStart > 0 {
            trailers = FieldSection(parsing: Array(held[..<lineStart]), base: heldStart)
            note(.trailerSection, trailers.range)
        }
        if held.count == lineStart + 1 { note(.chunkBareLF, (stop - 1)..<stop) }
        held = []
        return .complete
    }

    private mutating func note(_ kind: FramingFault.Kind, _ range: Range<Int>) {
        var count = 0
        for fault in faults where fault.kind == kind { count += 1 }
        if count < limits.faultsOfAKind { faults.append(FramingFault(kind: kind, range: range)) }
    }
}

/// The number at the beginning of a line of the chunked coding.
private enum ChunkSize {
    /// The size in bytes, and the offset after its last digit.
    case size(Int, end: Int)
    /// The line has no size, one that no stream can have, or something other than an extension after it.
    case invalid

    /// Reads a size; in an incomplete line, what may still become a size is one.
    init(_ text: RawSpan, isWhole: Bool) {
        var value = 0
        var end = 0
        while end < text.byteCount, let digit = text.byte(end).hexValue {
            guard value <= Int.max >> 5 else {
                self = .invalid
                return
            }
            value = value << 4 | digit
            end += 1
        }
        var next = end
        while next < text.byteCount, text.byte(next).isBlank || (!isWhole && text.byte(next) == 0x0D) {
            next += 1
        }
        let isClean = next == text.byteCount || text.byte(next) == UInt8(ascii: ";")
        self = end > 0 && isClean ? .size(value, end: end) : .invalid
    }
}

extension RawSpan {
    /// Whether a semicolon is among the bytes.
    fileprivate var hasSemicolon: Bool {
        for offset in 0..<byteCount where byte(offset) == UInt8(ascii: ";") { return true }
        return false
    }
}
