import Bytes
import Exchanges
import Pipeline

/// Exchanges without an upload that a reader may have taken for one: what a report names where nothing was judged.
package struct OtherExchanges: Hashable, Sendable {
    /// How many media types are told apart; further ones are counted together.
    private static let typeLimit = 64
    /// How many of them are named.
    private static let namedLimit = 3

    /// The number of responses without their request.
    package private(set) var orphanedResponses = 0
    /// The number of requests that may carry a form, of which the capture lacks the Content-Type.
    private var cutHeads = 0
    /// The number of requests with a body that is no form, by media type; empty for none.
    private var bodies: [String: Int] = [:]

    /// Makes counts of nothing.
    package init() {}

    /// Counts an exchange without a form.
    mutating func add(_ exchange: Exchange) {
        guard let request = exchange.request else {
            orphanedResponses += 1
            return
        }
        if exchange.lacksContentType {
            cutHeads += 1
            return
        }
        guard request.content.bodyLength > 0 else { return }
        let key = Self.mediaType(of: exchange).lowercased()
        guard bodies[key] != nil || bodies.count < Self.typeLimit else {
            bodies["*/*", default: 0] += 1
            return
        }
        bodies[key, default: 0] += 1
    }

    /// The media type of a request without its parameters, as it is declared; empty where none is.
    static func mediaType(of exchange: Exchange) -> String {
        // A log may note the type beside fields that it lacks.
        let declared = exchange.request?.head.fields.value(named: "content-type")
        let value = declared.map { String(decoding: $0, as: UTF8.self) } ?? exchange.notedContentType ?? ""
        return String(value.unicodeScalars.prefix { $0 != ";" && $0 != " " && $0 != "\t" })
    }

    /// A sentence for each kind.
    var sentences: [String] {
        var sentences: [String] = []
        if orphanedResponses > 0 {
            let verb = orphanedResponses == 1 ? "has" : "have"
            sentences.append(
                "\(Quantity.of(orphanedResponses, "response")) \(verb) no request in the capture: "
                    + "record both directions, from before the request is sent"
            )
        }
        if cutHeads > 0 {
            sentences.append(
                "of \(Quantity.of(cutHeads, "request")) the capture lacks some of the head, and so the Content-Type: "
                    + "record the whole request to see whether it is an upload"
            )
        }
        guard !bodies.isEmpty else { return sentences }
        let sorted = bodies.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var items = sorted.prefix(Self.namedLimit).map { type, count in
            let name = type.isEmpty ? "without a Content-Type" : PrintableText.text(type, limit: 60)
            return sorted.count == 1 ? name : "\(Quantity.grouped(count)) \(name)"
        }
        let rest = sorted.dropFirst(Self.namedLimit).reduce(0) { $0 + $1.value }
        if rest > 0 { items.append("\(Quantity.grouped(rest)) of other types") }
        let count = bodies.values.reduce(0, +)
        let verb = count == 1 ? "has a body that is not a form" : "have bodies that are not forms"
        return sentences + ["\(Quantity.of(count, "request")) \(verb): \(items.joined(separator: ", "))"]
    }
}
