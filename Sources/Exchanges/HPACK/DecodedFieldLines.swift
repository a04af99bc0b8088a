import Bytes

/// The field lines of a decoded header block, written out one below another as HTTP/1.1 would write them.
///
/// ```
///   :method: POST␍␊:path: /upload␍␊content-type: multipart/form-data; boundary=B␍␊
/// ```
/// Names and values are the decoded bytes, not trimmed; ranges are offsets in this text. Lines that are not
/// fully known are kept apart, so that a placeholder is never taken for what was sent.
struct DecodedFieldLines: Sendable {
    /// The lines that are known.
    private(set) var lines: [FieldLine] = []
    /// The lines of which the name, or name and value, is not known.
    private(set) var unknown: [UnknownFieldLine] = []
    /// Whether lines were left out, because there were too many or they were too long.
    private(set) var isCut = false
    /// The number of bytes of the lines that were left out for want of memory.
    private(set) var elidedBytes = 0
    private var bytes: [UInt8] = []
    private let limits: ExchangeLimits

    /// Makes an empty list.
    init(limits: ExchangeLimits) {
        self.limits = limits
    }

    /// The known lines as a section whose offsets count from 0.
    var section: FieldSection { FieldSection(bytes: bytes, base: 0, lines: lines) }

    /// The number of bytes of the known lines.
    var byteCount: Int { bytes.count }

    /// An estimate of the bytes that the section takes in memory.
    var memoryBytes: Int {
        Self.sectionBytes + ArrayGrowth.bytes(bytes.count)
            + ArrayGrowth.bytes(lines.count, stride: MemoryLayout<FieldLine>.stride)
    }
    /// What a section takes besides its text and its lines, in bytes.
    private static let sectionBytes = 256

    /// Leaves out the lines that are longer than fields that decide how a message is read.
    mutating func elide() {
        var kept = DecodedFieldLines(limits: limits)
        for line in lines where line.range.count <= Self.shortLine && kept.byteCount < Self.shortHead {
            kept.append(HPACKField(name: Array(bytes[line.name]), value: Array(bytes[line.value])))
        }
        elidedBytes += bytes.count - kept.bytes.count
        bytes = kept.bytes
        lines = kept.lines
        unknown = []
        isCut = true
    }

    /// The greatest length in bytes of a line, and of a head, of which nothing is left out.
    static let shortLine = 512
    /// The greatest length in bytes of a head of which nothing is left out.
    static let shortHead = 2_048

    /// Adds a line, unless the limits are passed.
    mutating func append(_ field: HPACKField) {
        let length = (field.name?.count ?? 0) + (field.value?.count ?? 0) + 4
        guard bytes.count + length <= limits.headBytes, lines.count + unknown.count < limits.fieldLines else {
            isCut = true
            return
        }
        guard let name = field.name, let value = field.value else {
            unknown.append(UnknownFieldLine(index: lines.count, value: field.value))
            return
        }
        let start = bytes.count
        bytes += name
        bytes += [0x3A, 0x20]
        bytes += value
        bytes += [0x0D, 0x0A]
        let colon = start + name.count
        lines.append(
            FieldLine(
                range: start..<bytes.count,
                name: start..<colon,
                colon: colon,
                value: (colon + 2)..<(bytes.count - 2),
                ending: .crlf,
                foldCount: 0
            )
        )
    }

    /// The text of the value of the first line with a name, in lowercase; `nil` where there is none.
    func text(named name: StaticString) -> String? {
        for line in lines where bytes[line.name].equals(name) {
            return String(decoding: bytes[line.value], as: UTF8.self)
        }
        return nil
    }

    /// Whether there is a line with a name.
    func has(_ name: StaticString) -> Bool {
        lines.contains { bytes[$0.name].equals(name) }
    }
}

/// A field line that refers to a table entry made before the capture began, or in a gap (RFC 7541 §2.3.2).
package struct UnknownFieldLine: Hashable, Sendable {
    /// The number of known lines before it.
    package var index: Int
    /// The value, where only the name is not known.
    package var value: [UInt8]?

    /// Makes a line.
    package init(index: Int, value: [UInt8]?) {
        self.index = index
        self.value = value
    }
}
