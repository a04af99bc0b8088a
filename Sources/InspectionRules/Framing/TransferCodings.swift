import Bytes
import Exchanges
import Forms
import Inspection

/// The transfer codings that the head of an HTTP/1 request names, in order (RFC 9112 §6.1).
struct TransferCodings {
    /// One transfer coding.
    struct Coding {
        /// The place of its name in the head, without characters around it that disguise it.
        var name: Range<Int>
        /// The control character or quotation mark next to the name that hides it from some recipients.
        var disguise: UInt8?
    }

    /// The codings; at most 16.
    private(set) var all: [Coding] = []
    /// The field lines.
    let lines: [FieldLine]

    /// Reads the Transfer-Encoding lines; `nil` where there is none.
    init?(_ context: borrowing RuleContext) {
        guard context.request?.head.framing != .h2Data else { return nil }
        let fields = context.fields
        lines = fields.lines(named: "transfer-encoding")
        guard !lines.isEmpty else { return nil }
        for line in lines {
            var start = line.value.lowerBound
            for piece in fields[line.value].split(
                separator: UInt8(ascii: ","),
                omittingEmptySubsequences: false
            ) {
                add(piece.prefix { $0 != UInt8(ascii: ";") }, at: start)
                start += piece.count + 1
            }
        }
    }

    private mutating func add(_ text: ArraySlice<UInt8>, at start: Int) {
        var name = text
        var disguise: UInt8?
        while let first = name.first, Self.hides(first) {
            if !first.isBlank { disguise = first }
            name.removeFirst()
        }
        while let last = name.last, Self.hides(last) {
            if !last.isBlank { disguise = last }
            name.removeLast()
        }
        guard !name.isEmpty, all.count < 16 else { return }
        let lower = start + (name.startIndex - text.startIndex)
        all.append(Coding(name: lower..<(lower + name.count), disguise: disguise))
    }

    private static func hides(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "\"") }
}
