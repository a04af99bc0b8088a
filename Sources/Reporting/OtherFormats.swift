import Bytes
import Exchanges
import Pipeline

/// Requests that send fields or a file in another format than multipart: what explains that a server found no file, or no
/// form.
struct OtherFormats: Hashable, Sendable {
    /// A request to name.
    private struct Request: Hashable {
        /// The exchange's number.
        let number: Int
        /// Its method and target, escaped for display; empty where there is no start line.
        let line: String
        /// Its media type in lowercase; empty where it declares none.
        let type: String
        /// Whether the server refused it.
        let isRefused: Bool

        /// Whether it is a list of fields by its type.
        var hasFields: Bool {
            type == "application/x-www-form-urlencoded" || type == "application/json"
                || type.hasSuffix("+json")
        }

        /// What it sends, as the end of a sentence.
        var content: String {
            let name = "`\(PrintableText.text(type, limit: 60))`"
            if hasFields { return "its fields as \(name), which carries no file" }
            return type.isEmpty
                ? "its content without a Content-Type, and no form around it"
                : "its content as \(name), and no form around it"
        }
    }

    /// The first of them, or the first that the server refused.
    private var named: Request?
    private var count = 0

    /// Adds an exchange, where it is such a request.
    mutating func add(_ exchange: InspectedExchange) {
        let sent = exchange.exchange
        guard !exchange.isUpload, ["POST", "PUT", "PATCH"].contains(sent.method), !sent.lacksContentType,
            let request = sent.request, request.content.bodyLength > 0
        else { return }
        count += 1
        let isRefused = sent.status.map { $0 >= 400 } ?? false
        guard named == nil || (isRefused && named?.isRefused == false) else { return }
        named = Request(
            number: exchange.number,
            line: exchange.requestLine(limit: 80),
            type: OtherExchanges.mediaType(of: sent).lowercased(),
            isRefused: isRefused
        )
    }

    /// Whether the server refused one of them.
    var isRefused: Bool { named?.isRefused ?? false }

    /// Which request sends what, and what to send instead; `nil` where there is none.
    var sentence: String? {
        guard let named else { return nil }
        let line = named.line.isEmpty ? "" : " (\(named.line))"
        let others =
            count == 1
            ? "" : " \(Quantity.of(count - 1, "other request")) \(count == 2 ? "is" : "are") no form either."
        return "Exchange \(named.number)\(line) sends \(named.content): send multipart/form-data "
            + "(enctype=\"multipart/form-data\" in a form, FormData in JavaScript, files= in requests).\(others)"
    }
}
