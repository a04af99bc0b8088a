import Bytes
import Exchanges

/// Finds what of the head of a message is replaced by fill.
struct HeadRedaction {
    /// What is replaced of the fields of one name.
    enum Replacement: Hashable, Sendable {
        /// Nothing.
        case none
        /// The value.
        case value
        /// What is secret in the URI that the value is, or has in it.
        case parameters
    }

    /// What is to be made unreadable.
    let redaction: Redaction

    /// Whether the value of a field is a URI, or the target of one.
    private static func isReference(_ name: RawSpan) -> Bool {
        // The lengths differ, so one comparison is enough.
        switch name.byteCount {
        case 5: name.equalsIgnoringCase(":path")
        case 7: name.equalsIgnoringCase("referer")
        case 8: name.equalsIgnoringCase("location")
        case 16: name.equalsIgnoringCase("content-location")
        default: false
        }
    }

    /// What is replaced of the fields of a name.
    func replacement(ofField name: RawSpan) -> Replacement {
        redaction.covers(field: name) ? .value : Self.isReference(name) ? .parameters : .none
    }

    /// The places in the start line, as offsets in it.
    func masks(ofStartLine line: [UInt8]) -> [Range<Int>] { masks(ofReference: line[...]) }

    /// The places in field lines, as offsets of the section.
    func masks(of fields: FieldSection) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for line in fields.lines where line.colon != nil {
            let name = fields[line.name]
            let value = fields[line.value]
            if redaction.covers(field: name.span.bytes) {
                result.append(
                    (line.value.lowerBound + Self.schemeLength(name, value))..<line.value.upperBound
                )
            } else if Self.isReference(name.span.bytes) {
                let distance = line.value.lowerBound - value.startIndex
                result += masks(ofReference: value).map { $0.moved(by: distance) }
            }
        }
        return result
    }

    /// The places in a URI, or in text that ends in one: the values of parameters, and what stands before the host.
    func masks(ofReference text: ArraySlice<UInt8>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        if let slashes = Self.slashes(in: text) {
            let authority = text[(slashes + 3)...].prefix {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
            }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                result.append(authority.startIndex..<at)
            }
        }
        guard let question = text.firstIndex(of: UInt8(ascii: "?")) else { return result }
        let end = text[question...].firstIndex { $0 == 0x20 } ?? text.endIndex
        var start = question + 1
        while start < end {
            let pair = text[start..<end].prefix { !Self.separatesParameters($0) }
            if let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                redaction.covers(parameter: pair[..<equals])
            {
                result.append((equals + 1)..<pair.endIndex)
            }
            start = pair.endIndex + 1
        }
        return result
    }

    /// The index of the first `://`.
    private static func slashes(in text: ArraySlice<UInt8>) -> Int? {
        var rest = text
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[(colon + 1)...]
            if rest.starts(with: "//".utf8) { return colon }
        }
        return nil
    }

    private static func separatesParameters(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#")
    }

    /// The length of the scheme of credentials and the blank after it, which say nothing secret (RFC 9110 §11.4).
    private static func schemeLength(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Int {
        guard name.equalsIgnoringCase("authorization") || name.equalsIgnoringCase("proxy-authorization"),
            let blank = value.firstIndex(of: 0x20)
        else { return 0 }
        return blank + 1 - value.startIndex
    }
}

extension FieldSection {
    /// The section with fill in the place of what stands at ranges of its offsets.
    func replacing(_ masks: [Range<Int>]) -> FieldSection {
        guard !masks.isEmpty else { return self }
        var bytes = bytes
        for mask in masks {
            ContentFill.replace(&bytes, in: mask.moved(by: -base).clamped(to: 0..<bytes.count))
        }
        return FieldSection(bytes: bytes, base: base, lines: lines)
    }
}
