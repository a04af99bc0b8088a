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

    /// Starts with none.
    package init() {}

    /// Adds those of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its request; `nil` where contents of parts do not matter.
    package mutating func add(_ exchange: Exchange, form: Form?) {
        var found = Set<String>()
        let redaction = Redaction()
        let head = HeadRedaction(redaction: redaction)
        if let request = exchange.request { Self.add(head, in: request.head.fields, to: &found) }
        if let response = exchange.response { Self.add(head, in: response.head.fields, to: &found) }
        if exchange.target.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }),
            !head.masks(ofReference: Array(exchange.target.utf8)[...]).isEmpty
        {
            found.insert("the URL")
        }
        for part in form?.parts ?? [] where !part.content.isEmpty {
            guard let name = part.name, redaction.covers(part: name, isFile: part.isFile) else { continue }
            found.insert("part \(PrintableText.text(name, limit: 40))")
        }
        guard !found.isEmpty else { return }
        exchangeCount += 1
        names.formUnion(found)
    }

    /// Adds the names of the fields of which something is replaced.
    private static func add(_ head: HeadRedaction, in fields: FieldSection, to found: inout Set<String>) {
        var index = 0
        fields.forEachLine { name, value in
            if head.covers(name, value), fields.hasColon(at: index) {
                let name = name.withUnsafeBytes { $0.map(\.lowercased) }
                found.insert(PrintableText.text(name, limit: 40))
            }
            index += 1
        }
    }

    /// What carries them, such as `authorization, cookie and the URL`; empty where there are none.
    package var words: String {
        let sorted = names.sorted()
        let rest = sorted.count - Self.listedNames
        return sorted.prefix(Self.listedNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
