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
        for message in [exchange.request, exchange.response].compactMap(\.self) {
            let fields = message.head.fields
            for mask in head.masks(of: fields) {
                guard let line = fields.lines.first(where: { $0.range.contains(mask.lowerBound) }) else {
                    continue
                }
                found.insert(PrintableText.text(fields[line.name].map(\.lowercased), limit: 40))
            }
        }
        let target = Array(exchange.target.utf8)
        if !head.masks(ofReference: target[...]).isEmpty { found.insert("the URL") }
        for part in form?.parts ?? [] where !part.content.isEmpty {
            guard let name = part.name, redaction.covers(part: name, isFile: part.isFile) else { continue }
            found.insert("part \(PrintableText.text(name, limit: 40))")
        }
        guard !found.isEmpty else { return }
        exchangeCount += 1
        names.formUnion(found)
    }

    /// What carries them, such as `authorization, cookie and the URL`; empty where there are none.
    package var words: String {
        let sorted = names.sorted()
        let rest = sorted.count - Self.listedNames
        return sorted.prefix(Self.listedNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
