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
        _ = hasMask(ofReference: text.span.bytes) { mask in
            result.append(mask.moved(by: text.startIndex))
            return false
        }
        return result
    }

    /// Whether there is such a place in a text, by its offsets, for which a function returns true; it is asked in order.
    func hasMask(ofReference text: RawSpan, where isMeant: (Range<Int>) -> Bool = { _ in true }) -> Bool {
        if let slashes = Self.slashes(in: text) {
            let start = slashes + 3
            var (end, at) = (start, -1)
            while end < text.byteCount {
                let byte = text.byte(end)
                if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") { break }
                if byte == UInt8(ascii: "@") { at = end }
                end += 1
            }
            if at >= 0, isMeant(start..<at) { return true }
        }
        guard let question = text.offset(of: UInt8(ascii: "?"), from: 0) else { return false }
        let end = text.offset(of: 0x20, from: question) ?? text.byteCount
        var start = question + 1
        while start < end {
            var (stop, equals) = (start, -1)
            while stop < end, !Self.separatesParameters(text.byte(stop)) {
                if equals < 0, text.byte(stop) == UInt8(ascii: "=") { equals = stop }
                stop += 1
            }
            if equals >= 0, redaction.covers(parameter: text.extracting(start..<equals)),
                isMeant((equals + 1)..<stop)
            {
                return true
            }
            start = stop + 1
        }
        return false
    }

    /// The offset of the first `://`.
    private static func slashes(in text: RawSpan) -> Int? {
        var start = 0
        while let colon = text.offset(of: UInt8(ascii: ":"), from: start) {
            if text.holds("//", at: colon + 1) { return colon }
            start = colon + 1
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

extension RawSpan {
    /// The offset of the first byte of a kind at an offset or behind it.
    fileprivate func offset(of byte: UInt8, from start: Int) -> Int? {
        var place = start
        while place < byteCount {
            // Zeros stand in place of bytes behind the end.
            let found = ByteOctet(in: self, at: place).equal(to: byte)
            if found != 0 { return place + found.trailingZeroBitCount / 8 }
            place &+= ByteOctet.count
        }
        return nil
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
