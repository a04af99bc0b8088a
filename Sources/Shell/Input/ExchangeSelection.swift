import Bytes
import Connections
import Exchanges
package import Filters
package import Pipeline
package import Policy
import Reporting

/// A filter on exchanges by properties of their requests.
package struct ExchangeSelection: Sendable {
    /// A pattern for the URL, or, if it begins with a slash, for the target.
    package var url: Glob?
    /// Whether ``url`` is matched with the target alone.
    package var matchesTarget = false
    /// Rules of which one must match, and no exception.
    package var rules: FilterRules?
    /// The paths of the rules' files, as given.
    package var rulePaths: [String] = []
    /// The method, in any case.
    package var method: String?
    /// The Host field, in HTTP/2 `:authority`, with or without the port, be it that of the scheme, in any case.
    package var host: String?
    /// The client's address, with or without the port.
    package var client: String?
    /// Whether only requests with a multipart body, or that should have one, are selected.
    package var formsOnly = false

    /// The options, as typed; `nil` where all exchanges are selected.
    ///
    /// A pattern must match the whole URL, so one without a `*` at both ends comes with the pattern that may be meant.
    package var words: String? {
        var words: [String] = []
        if let url {
            let text = PrintableText.text(url.text, limit: 200)
            let isOpen = url.text.hasPrefix("*") && url.text.hasSuffix("*")
            let meant = PrintableText.text("*\(url.text.trimmingStars)*", limit: 200)
            words.append("--url '\(text)'" + (isOpen ? "" : " (a glob: try '\(meant)')"))
        }
        words += rulePaths.map { "--url-rules \(PrintableText.text($0, limit: 100))" }
        let others = [("method", method), ("host", host), ("client", client)]
        words += others.compactMap { name, value in
            value.map { "--\(name) \(PrintableText.text($0, limit: 100))" }
        }
        if formsOnly { words.append("--forms") }
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    /// Says that none of a number of exchanges is selected; `nil` where none is left out.
    package func mismatch(of count: Int) -> String? {
        guard count > 0, let words else { return nil }
        return "0 of \(Quantity.of(count, "exchange")) \(count == 1 ? "matches" : "match") \(words)"
    }

    /// Whether an exchange is selected.
    package func accepts(_ inspected: InspectedExchange) -> Bool {
        let exchange = inspected.exchange
        if formsOnly, !inspected.isUpload { return false }
        if let method, exchange.method.lowercased() != method.lowercased() { return false }
        if let url {
            let text = matchesTarget ? exchange.target : exchange.url() ?? exchange.target
            guard url.matches(text) else { return false }
        }
        if let rules, !Self.matches(rules, exchange) { return false }
        if let host {
            guard let found = exchange.authority?.lowercased() else { return false }
            let wanted = host.lowercased()
            let port = exchange.url()?.hasPrefix("https:") ?? false ? 443 : 80
            guard found == wanted || Self.withoutPort(found) == wanted || "\(found):\(port)" == wanted else {
                return false
            }
        }
        if let client {
            guard let endpoint = exchange.client else { return false }
            let wanted = Endpoint(address: client, port: Int(endpoint.port))
            guard wanted == endpoint || "\(endpoint)" == client.lowercased() else { return false }
        }
        return true
    }

    private static func matches(_ rules: FilterRules, _ exchange: Exchange) -> Bool {
        guard let url = exchange.url(),
            let request = FilterRequest(
                url: exchange.asksForTunnel && exchange.notedURL == nil ? "https://\(url)/" : url,
                method: exchange.method,
                fields: exchange.request?.head.fields
            )
        else { return false }
        return rules.decide(request) != .allowed
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber)
        else {
            return host
        }
        return String(host[..<colon])
    }
}

extension String {
    /// The text without stars at its ends.
    fileprivate var trimmingStars: Substring {
        var rest = self[...]
        while rest.hasPrefix("*") { rest.removeFirst() }
        while rest.hasSuffix("*") { rest.removeLast() }
        return rest
    }
}
