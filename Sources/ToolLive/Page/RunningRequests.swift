import Bytes
import Exchanges
import NIOCore
import Recording
import Reporting

/// The requests that have begun and not ended, as the page shows them.
struct RunningRequests {
    /// The requests that are listed; others are counted.
    static let listed = 100
    /// The heads that are remembered: as many as connections may be open.
    private static let limit = 4_096
    /// How long a request has to run before it is listed: those that are over at once would only flicker.
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

    /// The number of requests.
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

    /// Forgets a request that has ended.
    mutating func ended(_ exchange: Int) { heads[exchange] = nil }

    /// The requests whose content has not ended for a while, as JSON: the first of them, and how many there are.
    func text(_ unfinished: [UnfinishedRequest]) -> String {
        let latest = NIODeadline.now() - Self.patience
        let known = unfinished.filter { heads[$0.exchange].map { $0.begin <= latest } ?? false }
        let requests = known.prefix(Self.listed).compactMap { request in
            heads[request.exchange].map { value(request, $0) }
        }
        return JSONText.compact(["requests": .array(Array(requests)), "total": .integer(known.count)])
    }

    private func value(_ request: UnfinishedRequest, _ head: Head) -> JSONValue {
        let isPath = head.target.hasPrefix("/") && !head.authority.isEmpty
        let scheme = request.isSecure ? "https" : "http"
        return [
            "number": .integer(request.exchange), "method": .string(head.method),
            "url": .string(isPath ? "\(scheme)://\(head.authority)\(head.target)" : head.target),
            "client": .string("\(request.client)"), "received": .integer(request.receivedBytes),
            "declared": JSONValue(head.declaredLength),
        ]
    }
}
