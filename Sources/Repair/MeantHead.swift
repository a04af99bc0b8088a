import Bytes
import Exchanges
import Forms
import Inspection

/// The fields of a head as they were meant, where a line break or the blank line at its end is missing.
struct MeantHead {
    /// The fields.
    private(set) var fields: FieldSection
    /// The beginning of the body, where that stands in the head.
    private(set) var body: [UInt8] = []
    /// What was changed.
    private(set) var changes: [RepairChange] = []

    /// Takes the head of a request apart.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - findings: what is found in it.
    /// - Throws: a ``RepairRefusal`` where it does not show where the body begins.
    init(_ request: Message, _ findings: [Finding]) throws {
        fields = request.head.fields
        if let joined = findings.first(where: { $0.rule == "framing/missing-line-break" }) {
            guard joined.range.lowerBound >= fields.base else {
                throw RepairRefusal("a field stands in its request line")
            }
            breakLine(at: joined.range.lowerBound)
            if let host = fields.value(named: "host"), !Self.isHost(host) {
                throw RepairRefusal("more than one line break is missing between its fields")
            }
            if fields.value(named: "content-disposition")?.startsIgnoringCase(with: "form-data") ?? false {
                throw RepairRefusal("the header lines of its first part stand in the head of the request")
            }
        }
        guard let found = findings.first(where: { $0.rule == "framing/missing-blank-line" }) else { return }
        let start = found.range.lowerBound
        let line = request.head.fields[start..<request.head.fields.range.upperBound].prefix {
            !$0.isLineBreak
        }
        let declared = MediaType(fields)?.declaredBoundaries ?? []
        guard declared.contains(where: { line.elementsEqual([0x2D, 0x2D] + $0) }) else {
            throw RepairRefusal(
                "its first part stands in the head of the request (\(found.rule) at offset \(start))"
            )
        }
        let kept = Array(fields.bytes.prefix(start - fields.base))
        let end = request.head.contentStart - fields.range.upperBound == 1 ? [0x0A] : [0x0D, 0x0A] as [UInt8]
        body = Array(fields.bytes.dropFirst(kept.count)) + end
        fields = FieldSection(parsing: kept, base: fields.base)
        changes.append(RepairChange("wrote the blank line between the head and the body"))
    }

    /// Whether a value is a host and maybe a port (RFC 9110 §7.2): another field that stands in it has a colon too.
    private static func isHost(_ value: ArraySlice<UInt8>) -> Bool {
        let end = value.lastIndex(of: UInt8(ascii: "]")) ?? value.startIndex
        let port = value[end...].firstIndex(of: UInt8(ascii: ":")).map { value[$0...].dropFirst() } ?? []
        return port.allSatisfy(\.isDigit) && !value.contains { $0.isBlank }
    }

    /// Writes the line break that is missing before the name of a field.
    private mutating func breakLine(at offset: Int) {
        let index = offset - fields.base
        var before = Array(fields.bytes.prefix(index))
        for text in ["\\r\\n", "\\n", "`r`n", "`n", "%0D%0A", "%0d%0a"] where before.ends(with: text.utf8) {
            before.removeLast(text.utf8.count)
            break
        }
        while before.last?.isBlank ?? false { before.removeLast() }
        if before.last == UInt8(ascii: ";") { before.removeLast() }
        let rest = fields.bytes.dropFirst(index)
        let name = PrintableText.text(rest.prefix { $0 != UInt8(ascii: ":") }, limit: 40)
        changes.append(RepairChange("wrote the line break before the field `\(name)`"))
        fields = FieldSection(parsing: before + [0x0D, 0x0A] + rest, base: fields.base)
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String.UTF8View) -> Bool { suffix(text.count).elementsEqual(text) }
}
