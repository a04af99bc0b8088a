import Exchanges
import Forms
import Inspection
package import Profiles

/// Writes comparisons as one JSON document, of a single comparison or of a set.
package final class DifferenceJSON: ComparisonReporter {
    /// The name of the schema of a single comparison.
    package static let schema = "partwise.diff/1"
    /// The name of the schema of a set of comparisons.
    package static let setSchema = "partwise.diff-set/1"

    private let sink: any TextSink
    private let version: String
    private let isSet: Bool
    private var count = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the document.
    ///   - version: the version of the tool.
    ///   - isSet: whether the document is of a set of comparisons.
    package init(to sink: any TextSink, version: String, isSet: Bool) {
        self.sink = sink
        self.version = version
        self.isSet = isSet
    }

    /// Writes a comparison.
    package func comparison(_ comparison: RequestComparison) {
        let members = Self.members(of: comparison)
        guard isSet else {
            sink.line(JSONText.indented(.object(head(Self.schema) + members)))
            return
        }
        if count == 0 { begin() }
        sink.write(count > 0 ? ",\n    " : "\n    ")
        sink.write(JSONText.indented(.object(members), depth: 2))
        count += 1
    }

    /// Ends the document.
    package func finish(unpaired: [String]) {
        guard isSet else { return }
        if count == 0 { begin() }
        sink.line(count > 0 ? "\n  ]," : "],")
        let names = JSONValue.array(unpaired.map(JSONValue.string))
        sink.line("  \"unpaired\": \(JSONText.indented(names, depth: 1))")
        sink.line("}")
    }

    private func begin() {
        sink.line("{")
        for member in head(Self.setSchema) {
            sink.line("  \(JSONText.quoted(member.name)): \(JSONText.indented(member.value, depth: 1)),")
        }
        sink.write("  \"comparisons\": [")
    }

    private func head(_ schema: String) -> [JSONValue.Member] {
        [
            JSONValue.Member("schema", .string(schema)),
            JSONValue.Member("tool", ["name": "partwise", "version": .string(version)]),
        ]
    }

    private static func members(of comparison: RequestComparison) -> [JSONValue.Member] {
        [
            JSONValue.Member("requests", .array(comparison.requests.map(JSONValue.init))),
            JSONValue.Member("verdict", JSONValue(comparison.verdict)),
            JSONValue.Member("parts", .array(comparison.parts.map(JSONValue.init))),
            JSONValue.Member("differences", .array(comparison.differences.map(JSONValue.init))),
        ]
    }
}

extension JSONValue {
    fileprivate init(_ request: ComparedRequest) {
        self = [
            "label": .string(request.label),
            "role": .string(request.role.rawValue),
            "method": .string(request.exchange.method),
            "target": .string(request.exchange.target),
            "status": JSONValue(request.exchange.status),
            "unrecorded": .array(request.unrecorded.map { .string($0.rawValue) }),
            "parts": JSONValue(request.form?.partCount),
            "length": JSONValue(request.form?.length),
            "client": request.role == .reference
                ? .null : JSONValue(ClientRecognition(request.exchange, form: request.form)),
            "nanoseconds": [
                "headToContent": JSONValue(request.timing?.headToContent.map { Int($0) }),
                "duration": JSONValue(request.timing.map { Int($0.duration) }),
            ],
        ]
    }

    fileprivate init(_ verdict: ComparisonVerdict) {
        self = [
            "kind": .string(verdict.kind.rawValue),
            "sentence": .string(verdict.sentence),
            "difference": JSONValue(verdict.difference),
        ]
    }

    fileprivate init(_ part: ComparedPart) {
        self = [
            "name": JSONValue(part.name),
            "numbers": .array(part.numbers.map { JSONValue($0) }),
        ]
    }

    fileprivate init(_ difference: Difference) {
        self = [
            "subject": .string(difference.subject),
            "trait": .string(difference.trait),
            "area": .string(difference.area.rawValue),
            "parts": .array(difference.parts.map(JSONValue.integer)),
            "weight": .string(difference.weight.rawValue),
            "values": .array(difference.values.map { JSONValue($0) }),
            "breaches": .array(difference.breaches.map(JSONValue.init)),
            "receivers": .array(difference.effects.map(JSONValue.init)),
            "remark": JSONValue(difference.remark),
        ]
    }

    fileprivate init(_ breach: Breach) {
        self = [
            "rule": .string(breach.rule),
            "severity": .string(breach.severity.rawValue),
            "requests": .array(breach.requests.map(JSONValue.integer)),
            "message": .string(breach.message),
        ]
    }

    fileprivate init(_ effect: KnownEffect) {
        self = [
            "receiver": .string(effect.receiver.rawValue),
            "effect": .string(effect.effect.word),
            "rule": .string(effect.rule),
            "requests": .array(effect.requests.map(JSONValue.integer)),
        ]
    }
}
