import Bytes
package import Exchanges
package import Forms

/// The places of credentials in exchanges, by the names of fields, parameters and parts.
package struct Credentials: Hashable, Sendable {
    /// The names that are listed; others are only counted.
    private static let listedNames = 6

    /// The number of exchanges with a credential.
    package private(set) var exchangeCount = 0
    private var names: Set<String> = []
    /// Names of fields that were met, as they were sent, each at the place of its digest, and what is replaced of them:
    /// most exchanges have no others.
    ///
    /// No name is empty at a place that none has; of an empty one, nothing is replaced.
    private var metFields = [MetField](
        repeating: MetField(name: [], replacement: .none),
        count: metFieldCount
    )
    /// The number of places of those, a power of two; where two names have one place, the first one keeps it.
    private static let metFieldCount = 64

    /// The length of a name in bytes up to which it is kept.
    private static let metFieldLength = 256

    /// A name of fields.
    private struct MetField: Hashable, Sendable {
        let name: [UInt8]
        let replacement: HeadRedaction.Replacement
    }

    /// Starts with none.
    package init() {}

    /// Adds those of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its request; `nil` where contents of parts do not matter.
    package mutating func add(_ exchange: Exchange, form: Form?) {
        var isFound = false
        let redaction = Redaction()
        let head = HeadRedaction(redaction: redaction)
        if let request = exchange.request { isFound = add(head, in: request.head.fields) }
        if let response = exchange.response { isFound = add(head, in: response.head.fields) || isFound }
        var target = exchange.target
        if target.withUTF8({ head.hasMask(ofReference: RawSpan(_unsafeElements: $0)) }) {
            isFound = true
            names.insert("the URL")
        }
        for part in form?.parts ?? [] where !part.content.isEmpty {
            guard let name = part.name, redaction.covers(part: name, isFile: part.isFile) else { continue }
            isFound = true
            names.insert("part \(PrintableText.text(name, limit: 40))")
        }
        if isFound { exchangeCount += 1 }
    }

    /// Adds the names of the fields of which something is replaced; false where there is none.
    private mutating func add(_ head: HeadRedaction, in fields: FieldSection) -> Bool {
        var (index, isFound) = (0, false)
        let haveColons = fields.hasPlainLines
        fields.forEachLine { name, value in
            if haveColons || fields.hasColon(at: index), covers(name, value, head) { isFound = true }
            index += 1
        }
        return isFound
    }

    /// Whether something of a field is replaced; its name is added then.
    private mutating func covers(_ name: RawSpan, _ value: RawSpan, _ head: HeadRedaction) -> Bool {
        switch replacement(of: name, head) {
        case .none: return false
        case .value: return true
        case .parameters:
            guard head.hasMask(ofReference: value) else { return false }
            add(field: name)
            return true
        }
    }

    /// What is replaced of the fields of a name, which is added where that is their value.
    private mutating func replacement(of name: RawSpan, _ head: HeadRedaction) -> HeadRedaction.Replacement {
        let place = Self.place(of: name)
        // Looked at where it stands: an element of an array would be copied.
        if Self.isEqual(name, metFields.span[place].name) { return metFields.span[place].replacement }
        let replacement = head.replacement(ofField: name)
        if case .value = replacement { add(field: name) }
        if metFields[place].name.isEmpty, name.byteCount <= Self.metFieldLength {
            metFields[place] = MetField(name: name.withUnsafeBytes { Array($0) }, replacement: replacement)
        }
        return replacement
    }

    /// The place of a name among those that were met, by its length and the bytes at its ends.
    private static func place(of name: RawSpan) -> Int {
        guard !name.isEmpty else { return 0 }
        let (first, last) = (Int(name.byte(0)), Int(name.byte(name.byteCount - 1)))
        return (first &* 7 &+ last &* 3 &+ name.byteCount) & (metFieldCount - 1)
    }

    /// Adds the name of a field.
    private mutating func add(field name: RawSpan) {
        names.insert(PrintableText.text(name.withUnsafeBytes { $0.map(\.lowercased) }, limit: 40))
    }

    private static func isEqual(_ name: RawSpan, _ other: [UInt8]) -> Bool {
        name.byteCount == other.count && name.begins(with: other.span.bytes)
    }

    /// What carries them, such as `authorization, cookie and the URL`; empty where there are none.
    package var words: String {
        let sorted = names.sorted()
        let rest = sorted.count - Self.listedNames
        return sorted.prefix(Self.listedNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
