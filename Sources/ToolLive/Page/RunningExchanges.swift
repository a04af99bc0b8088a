import Bytes
import Exchanges
import NIOCore
import Recording
import Reporting

/// The exchanges of which the request or the response has not ended, as the page shows them.
struct RunningExchanges {
    /// The exchanges that are listed; others are counted.
    static let listed = 100
    /// The heads that are remembered: as many as connections may be open.
    private static let limit = 4_096
    /// How long an exchange has to run before it is listed: those that are over at once would only flicker.
    private static let patience = TimeAmount.milliseconds(500)
    /// The bytes of a target or a host that are kept.
    private static let textLimit = 2_000

    /// What is kept of a head.
    private struct Head {
        var method: String
        var target: String
        var authority: String
        var declaredLength: Int?
        var begin: NIODeadline
    }

    private var heads: [Int: Head] = [:]

    /// The number of exchanges.
    var count: Int { heads.count }

    /// Notes a request whose head is complete.
    mutating func began(_ exchange: Int, _ head: MessageHead) {
        guard heads.count < Self.limit else { return }
        let words = head.startLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        func text(_ name: StaticString) -> ArraySlice<UInt8> { head.fields.value(named: name) ?? [] }
        let method = words.first ?? text(":method")
        // What comes inside a tunnel has requests of its own.
        guard !method.elementsEqual("CONNECT".utf8) else { return }
        let authority = head.fields.value(named: ":authority") ?? text("host")
        heads[exchange] = Head(
            method: PrintableText.text(method, limit: 16),
            target: PrintableText.text(words.dropFirst().first ?? text(":path"), limit: Self.textLimit),
            authority: PrintableText.text(authority, limit: Self.textLimit),
            declaredLength: head.declaredLength,
            begin: .now()
        )
    }

    /// Forgets an exchange that is complete.
    mutating func ended(_ exchange: Int) { heads[exchange] = nil }

    /// The exchanges that have run for a while, as JSON: the first of them, and how many there are.
    ///
    /// - Parameter running: the messages whose contents have not ended; of an exchange only the first is told.
    /// - Returns: the text.
    func text(_ running: [RunningMessage]) -> String {
        let latest = NIODeadline.now() - Self.patience
        var known: [RunningMessage] = []
        for next in running where heads[next.message.exchange].map({ $0.begin <= latest }) ?? false {
            if known.last?.message.exchange != next.message.exchange { known.append(next) }
        }
        let listed = known.prefix(Self.listed).compactMap { next in
            heads[next.message.exchange].map { value(next, $0) }
        }
        return JSONText.compact(["messages": .array(Array(listed)), "total": .integer(known.count)])
    }

    private func value(_ running: RunningMessage, _ head: Head) -> JSONValue {
        let message = running.message
        let isPath = head.target.hasPrefix("/") && !head.authority.isEmpty
        let scheme = running.isSecure ? "https" : "http"
        let isResponse = message.role == .response
        return [
            "number": .integer(message.exchange), "method": .string(head.method),
            "url": .string(isPath ? "\(scheme)://\(head.authority)\(head.target)" : head.target),
            "client": JSONValue(running.client.known?.description), "isResponse": .bool(isResponse),
            "received": .integer(message.receivedBytes),
            "declared": JSONValue(isResponse ? message.declaredLength : head.declaredLength),
        ]
    }
}
