import Bytes
import Exchanges
import Inspection
import Pipeline
import Reporting

/// Why nothing more passes a connection: what came of its last exchange is said with it.
struct ConnectionEnding {
    private let text: String

    private init(_ text: String) { self.text = text }

    /// A side has ended its stream.
    static func ended(_ side: Side, _ end: StreamEnd) -> ConnectionEnding {
        ConnectionEnding("the \(side == .initiator ? "client" : "server") \(end.verb) the connection")
    }

    /// A server has failed, for a reason.
    static func failed(_ reason: String) -> ConnectionEnding { ConnectionEnding(reason) }

    /// The proxy has closed the connection after it answered a request itself.
    static let answered = ConnectionEnding("the proxy closed the connection after an answer of its own")

    /// The proxy has closed the connection because of what came on it.
    static let refused = ConnectionEnding("the proxy closed the connection")

    /// Nothing has passed for as long as is waited, in seconds.
    static func idle(_ seconds: Int) -> ConnectionEnding {
        ConnectionEnding("nothing passed for \(seconds) s")
    }

    /// What is said of an exchange that is complete now; `nil` where its messages are whole, or a finding says it.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - isAnswered: whether the server has sent something since the last response.
    /// - Returns: what follows the words `request 1`.
    func remark(on inspected: borrowing InspectedExchange, isAnswered: Bool) -> String? {
        let exchange = inspected.exchange
        guard let request = exchange.request, !exchange.becameTunnel else { return nil }
        guard request.content.completion == .complete else {
            // What the proxy answered itself it has said already.
            guard inspected.worst != .error, exchange.remark == nil else { return nil }
            return " breaks off\(Self.length(of: request)): \(text)"
        }
        guard let response = exchange.response else {
            let isForeign = isAnswered && request.http2 == nil && exchange.informational.isEmpty
            return " has no response: \(isForeign ? "the server sent bytes that are not HTTP" : text)"
        }
        guard !response.head.isTooLong else { return Self.tooLongHead }
        // Of a stream, the content may be whole and its end be missing.
        let isWhole = response.head.declaredLength == response.content.bodyLength
        guard response.content.completion != .complete, !isWhole else { return nil }
        return ": the response breaks off\(Self.length(of: response)): \(text)"
    }

    /// What is said of an exchange whose response has a head that is longer than is read.
    static let tooLongHead = ": the head of the response is longer than is read"

    /// What is said of one whose response comes after such a head.
    static let afterTooLongHead =
        " has no response that was found: the head of one before it is longer than is read"

    private static func length(of message: Message) -> String {
        guard message.content.bodyLength > 0 else { return "" }
        let count = Quantity.grouped(message.content.bodyLength)
        let declared = message.head.declaredLength.map { " of \(Quantity.grouped($0))" } ?? ""
        return " after \(count)\(declared) bytes of its body"
    }
}

extension StreamEnd {
    /// What the side did that ended its stream.
    var verb: String { self == .reset ? "reset" : "closed" }
}
