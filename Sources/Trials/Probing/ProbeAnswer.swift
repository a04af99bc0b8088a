import Bytes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What came back when a body was sent.
package struct ProbeAnswer: Sendable {
    /// How it ended.
    package enum End: Sendable, Equatable {
        /// With a whole answer, or with a closed connection.
        case ended
        /// The time limit passed first.
        case timedOut
        /// More bytes came than are taken.
        case tooLong(limit: Int)
        /// The connection was closed or reset before an answer came, and why that is known.
        case closed(reason: String)
    }

    /// The status; `nil` where no final answer began.
    package var status: Int?
    /// The content of the answer, as far as it came.
    package var content: [UInt8]
    /// How it ended.
    package var end: End

    /// Makes an answer.
    package init(status: Int?, content: [UInt8], end: End) {
        self.status = status
        self.content = content
        self.end = end
    }
}

/// How an answer says what was read.
package enum ProbeReading: Sendable {
    /// As adapters do: `[[name, filename, length, sha256], …]`.
    case echo
    /// The contents of fields stand in its JSON, at these paths.
    case json([JSONPath])

    /// What an answer says of a body.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - body: the body that was sent.
    ///   - extra: the name of a field that was sent besides, which is no part of the form that is compared.
    /// - Returns: the result.
    package func result(of answer: ProbeAnswer, to body: LabBody, without extra: String? = nil) -> ProbeResult
    {
        guard let status = answer.status else { return Self.unanswered(answer, body.id) }
        func unread(_ reason: String, _ outcome: ProbeOutcome = .unread) -> ProbeResult {
            ProbeResult(body.id, outcome, status: status, effects: [reason])
        }
        guard (200..<400).contains(status) else {
            return ProbeResult(body.id, .refused, status: status)
        }
        guard status < 300 else { return unread("redirects with \(status)") }
        switch answer.end {
        case .timedOut: return unread("the answer does not end within the time limit", .hangs)
        case .tooLong(let limit): return unread("the answer is longer than \(Quantity.of(limit, "byte"))")
        case .ended, .closed: break
        }
        switch self {
        case .echo:
            guard let form = try? AnsweredJSON.decode([ReadField].self, from: answer.content) else {
                return unread("the answer is not what an adapter gives")
            }
            return ProbeResult(body, status: status, form: Self.reading(form, without: extra))
        case .json(let paths):
            guard let value = try? AnsweredJSON.decode(AnsweredValue.self, from: answer.content) else {
                return unread("the answer is not JSON")
            }
            var fields: [ReadField] = []
            var names: Set<String>? = []
            for found in paths.compactMap({ $0.fields(in: value) }) {
                fields += found.fields
                names = found.name.flatMap { name in names?.union([name]) }
            }
            guard names?.isEmpty != true else {
                return unread("the answer has nothing at \(paths.map(\.text).joined(separator: ", "))")
            }
            let form = Self.reading(fields, without: extra)
            return ProbeResult(body, status: status, form: form, names: names, hasFilenames: false)
        }
    }

    private static func unanswered(_ answer: ProbeAnswer, _ id: String) -> ProbeResult {
        switch answer.end {
        case .ended: ProbeResult(id, .closed)
        case .closed(let reason): ProbeResult(id, .closed, effects: [reason])
        case .timedOut: ProbeResult(id, .hangs, effects: ["no answer within the time limit"])
        case .tooLong(let limit):
            ProbeResult(id, .hangs, effects: ["no final answer within \(Quantity.of(limit, "byte"))"])
        }
    }

    private static func reading(_ form: [ReadField], without extra: String?) -> [ReadField] {
        guard let extra, let index = form.firstIndex(where: { $0.name == extra }) else { return form }
        var form = form
        form.remove(at: index)
        return form
    }
}
