import Bytes
import Exchanges

/// What the recording page goes by in a request.
struct PageRequest {
    /// The method.
    var method: String
    /// The path of the target, without its query.
    var path: String
    /// The token in the query; `nil` where there is none.
    var queryToken: String?
    /// The token in the Authorization field (RFC 6750 §2.1); `nil` where there is none.
    var bearerToken: String?
    /// The values of all Host fields.
    var hosts: [String]
    /// The origin of the page that makes the request (RFC 6454 §7); `nil` where none is named.
    var origin: String?
    /// How that origin relates to this one, as the browser says (Fetch Metadata §2.3); `nil` where it does not.
    var fetchSite: String?
    /// The last event that a viewer got before it connected again (HTML §9.2.4); `nil` where it has none.
    var lastEvent: Int?

    /// Reads the head of a request whose target is a path; `nil` for others.
    init?(_ exchange: Exchange) {
        guard let fields = exchange.request?.head.fields, exchange.target.utf8.first == UInt8(ascii: "/")
        else {
            return nil
        }
        func value(_ name: StaticString) -> String? {
            fields.first(named: name).map { fields.text($0.value).trimmingSpaces }
        }
        method = exchange.method
        let target = exchange.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        let parameters = target.count > 1 ? target[1].split(separator: "&") : []
        queryToken = parameters.first { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
        let scheme = "bearer "
        bearerToken = value("authorization").flatMap { text in
            text.lowercased().hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil
        }
        hosts = fields.lines(named: "host").map { fields.text($0.value).trimmingSpaces }
        origin = value("origin")
        fetchSite = value("sec-fetch-site")
        lastEvent = value("last-event-id").flatMap { Int($0) }
    }
}

extension String {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        var text = Substring(self)
        while text.utf8.first == UInt8(ascii: " ") { text.removeFirst() }
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
        return String(text)
    }
}
