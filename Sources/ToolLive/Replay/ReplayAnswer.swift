import Bytes
import Exchanges
import NIOCore
import Pipeline
import Reporting

/// What a server made of a replayed request.
struct ReplayAnswer {
    /// The bytes that are kept of a content without its codings: a small one may become a thousand times as long.
    private static let decodedLimit = 16 << 20

    /// What came of it.
    let outcome: UploadOutcome
    /// Why there is no response; `nil` where there is one.
    let failure: String?
    /// The content of the response, without content codings where they could be taken off.
    let content: [UInt8]
    /// The codings that were taken off, in words; `nil` for none.
    let coding: String?

    /// Takes what came of a request.
    init(_ outcome: UploadOutcome, failure: String? = nil) {
        self.outcome = outcome
        self.failure = failure
        var decoded: [UInt8] = []
        let decoder = ContentDecoder(outcome.fields)
        decoder?.push(outcome.content.span.bytes) { bytes in
            let room = Self.decodedLimit - decoded.count
            decoded += bytes.withUnsafeBytes { Array($0.prefix(room)) }
        }
        decoder?.finish()
        if let result = decoder?.result, result.isDecoded {
            content = decoded
            coding = result.name
        } else {
            content = outcome.content
            coding = nil
        }
    }

    /// The same without its fields and its content: there may be very many answers.
    var withoutMessage: ReplayAnswer {
        var outcome = outcome
        outcome.fields = FieldSection()
        outcome.content = []
        return ReplayAnswer(outcome, failure: failure)
    }

    /// The status; `nil` where there is no response.
    var status: Int? { failure == nil ? outcome.status : nil }

    /// Whether the server took the request.
    var isTaken: Bool { status.map { $0 < 400 } ?? false }

    /// The status line without its version, or that there was none.
    var statusText: String {
        guard let status else { return "no response" }
        return "\(status) \(PrintableText.text(outcome.reason, limit: 60))"
    }

    /// Where the response redirects to, which is not followed; `nil` where it does not.
    var location: String? {
        guard let status, (300...399).contains(status) else { return nil }
        return outcome.field("location")
    }

    /// The values of its fields by their names in lower case, those of one name joined, in the order of the first ones.
    var fields: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for line in outcome.fields.lines where line.colon != nil {
            let name = PrintableText.text(outcome.fields[line.name].map(\.lowercased), limit: 60)
            let value = PrintableText.text(outcome.fields[line.value], limit: 300)
            if let index = result.firstIndex(where: { $0.name == name }) {
                result[index].value += ", \(value)"
            } else {
                result.append((name, value))
            }
        }
        return result
    }

    /// Whether another answer says the same: status and content.
    func isAlike(_ other: ReplayAnswer) -> Bool {
        status == other.status && content == other.content
            && outcome.contentLength == other.outcome.contentLength
    }
}

extension TimeAmount {
    /// In milliseconds, with one decimal.
    var text: String {
        let tenths = (nanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
