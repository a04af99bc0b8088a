/// A segment of a body to be written: bytes in memory, or their source.
enum BodySegment: Sendable {
    /// Bytes.
    case bytes([UInt8])
    /// The file at a path, for part number `part`; the length in bytes is `nil` where only reading determines
    /// it.
    case file(path: String, length: Int?, part: Int)
    /// A stream, for part number `part`.
    case stream(length: Int?, part: Int, open: @Sendable () throws -> any PartSource)

    /// The length in bytes; `nil` where only reading determines it.
    var length: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let length, _), .stream(let length, _, _): length
        }
    }
}

/// Segments in the order in which they are written; small ones in memory are joined.
struct BodySegments: Sendable {
    /// The length in bytes from which on bytes are not joined: a copy would cost more than a segment.
    private static let joinLimit = 16 * 1024

    /// The segments.
    private(set) var list: [BodySegment] = []
    private var pending: [UInt8] = []

    /// No segments.
    init() {}

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) {
        if bytes.count < Self.joinLimit {
            pending += bytes
        } else {
            flush()
            list.append(.bytes(bytes))
        }
    }

    /// Adds the bytes of a text.
    mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// Adds segments.
    mutating func add(_ segments: [BodySegment]) {
        for segment in segments {
            if case .bytes(let bytes) = segment {
                add(bytes)
            } else {
                flush()
                list.append(segment)
            }
        }
    }

    /// Returns all segments; the value must not be used after that.
    mutating func finish() -> [BodySegment] {
        flush()
        return list
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        list.append(.bytes(pending))
        pending = []
    }
}

extension [BodySegment] {
    /// The total length in bytes; `nil` where that of a segment is not known.
    func totalLength() throws(MultipartFailure) -> Int? {
        var sum = 0
        var isKnown = true
        for segment in self {
            guard let length = segment.length else {
                isKnown = false
                continue
            }
            let (next, overflow) = sum.addingReportingOverflow(length)
            guard length >= 0, !overflow else { throw .tooLong }
            sum = next
        }
        return isKnown ? sum : nil
    }
}
