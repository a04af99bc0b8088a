import Bytes

/// A proxy of a grid: what of the requests that were sent to it arrived behind it.
package struct GridProxy: Sendable {
    /// What it did with a request.
    package enum Outcome: String, Sendable {
        /// Content-Type, the content and its framing arrived as they were sent.
        case forwards
        /// Something else arrived.
        case changes
        /// It answered with a status of 4xx or 5xx.
        case refused
        /// It closed the connection without an answer.
        case closed
        /// It did not answer within the time limit.
        case hangs
    }

    /// What arrived behind it and is not as it was sent: `nil` stands for what is.
    struct Arrival: Decodable, Sendable {
        /// The content.
        struct Content: Decodable, Sendable {
            /// Its length in bytes; `nil` where it does not end.
            let length: Int?
        }

        /// The number of requests that arrived, where that is not one.
        let requests: Int?
        /// The values of Content-Type.
        let contentType: [String]?
        /// The values of Content_Type, which programs behind CGI take for Content-Type.
        let underscored: [String]?
        /// The values of Content-Encoding.
        let contentEncoding: [String]?
        /// How the content was delimited: `chunked`, `length`, `both` or `none`.
        let framing: String?
        /// The content.
        let content: Content?

        private enum CodingKeys: String, CodingKey {
            case requests
            case contentType = "content-type"
            case underscored = "content_type"
            case contentEncoding = "content-encoding"
            case framing, content
        }
    }

    /// What it did with a request, and what arrived.
    struct Conduct: Sendable {
        /// What it did.
        let outcome: Outcome
        /// The status of the answer; `nil` where there was none.
        let status: Int?
        /// What arrived otherwise; `nil` where all or nothing arrived.
        let arrived: Arrival?
    }

    /// What it is.
    package let receiver: ReceiverGrid.Receiver
    /// What it did with each request, by the ids of those.
    let conducts: [String: Conduct]

    /// What it did with a request.
    package func outcome(_ id: String) -> Outcome? { conducts[id]?.outcome }
}

extension GridProxy.Conduct {
    /// What it did, after the name of a proxy; empty where it passed on what was sent.
    var text: String {
        let changes = arrived?.changes.joined(separator: "; ") ?? ""
        switch outcome {
        case .forwards: return ""
        case .changes: return changes
        case .closed: return "closes without an answer"
        case .hangs: return "hangs"
        case .refused:
            let answer = "refuses" + (status.map { " with \($0)" } ?? "")
            guard arrived != nil else { return answer }
            return "\(answer), and passes on the request" + (changes.isEmpty ? "" : ": \(changes)")
        }
    }
}

extension GridProxy.Arrival {
    /// What arrived otherwise, in words.
    fileprivate var changes: [String] {
        let fields = [
            ("Content-Type", contentType), ("Content_Type", underscored),
            ("Content-Encoding", contentEncoding),
        ]
        var changes = fields.compactMap { name, values in values.map { Self.field(name, $0) } }
        switch framing {
        case "length"?: changes.append("sends the content with Content-Length")
        case "chunked"?: changes.append("sends the content chunked")
        case "both"?: changes.append("sends the content chunked and with Content-Length")
        case .some: changes.append("sends the content without its length")
        case nil: break
        }
        if let content {
            changes.append(
                content.length.map { "sends another content, of \(Quantity.of($0, "byte"))" }
                    ?? "does not end the content"
            )
        }
        if let requests { changes.append("sends \(Quantity.of(requests, "request"))") }
        return changes
    }

    private static func field(_ name: String, _ values: [String]) -> String {
        guard !values.isEmpty else { return "drops \(name)" }
        let shown = values.map { "'\(PrintableText.text($0, limit: 120))'" }
        return "sends \(name) as \(shown.joined(separator: " and "))"
    }
}
