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
    /// The names of fields that were added, as they were sent: most exchanges have no others.
    private var fieldNames: [[UInt8]] = []
    /// The greatest number of those.
    private static let fieldNameLimit = 32

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
        if exchange.target.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }),
            !head.masks(ofReference: Array(exchange.target.utf8)[...]).isEmpty
        {
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
        fields.forEachLine { name, value in
            if head.covers(name, value), fields.hasColon(at: index) {
                isFound = true
                add(field: name)
            }
            index += 1
        }
        return isFound
    }

    /// Adds the name of a field.
    private mutating func add(field name: RawSpan) {
        for index in fieldNames.indices where Self.isEqual(name, fieldNames[index]) { return }
        let bytes = name.withUnsafeBytes { Array($0) }
        if fieldNames.count < Self.fieldNameLimit { fieldNames.append(bytes) }
        names.insert(PrintableText.text(bytes.map(\.lowercased), limit: 40))
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
