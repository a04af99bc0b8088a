import Exchanges
import Forms
package import Profiles

/// A comparison of requests for scripts.
package enum DifferenceJSON {
    /// The name of the schema.
    package static let schema = "partwise.diff/1"

    /// Writes the comparison as one JSON document.
    package static func write(_ comparison: RequestComparison, version: String, to sink: any TextSink) {
        let value: JSONValue = [
            "schema": .string(schema),
            "tool": ["name": "partwise", "version": .string(version)],
            "requests": .array(comparison.requests.map(request)),
            "differences": .array(comparison.differences.map(difference)),
        ]
        sink.line(JSONText.indented(value))
    }

    private static func request(_ request: ComparedRequest) -> JSONValue {
        [
            "label": .string(request.label),
            "method": .string(request.exchange.method),
            "target": .string(request.exchange.target),
            "parts": JSONValue(request.form?.partCount),
            "length": JSONValue(request.form?.length),
        ]
    }

    private static func difference(_ difference: Difference) -> JSONValue {
        [
            "subject": .string(difference.subject),
            "trait": .string(difference.trait),
            "weight": .string(difference.weight.rawValue),
            "values": .array(difference.values.map { JSONValue($0) }),
        ]
    }
}
