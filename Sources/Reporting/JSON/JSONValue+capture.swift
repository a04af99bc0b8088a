import Inspection
import Pipeline

extension JSONValue {
    /// A capture, as `captures` of the report holds it.
    init(_ capture: InspectedCapture) {
        self = [
            "path": .string(capture.path),
            "format": .string(capture.format),
            "packets": JSONValue(capture.packets),
            "connections": JSONValue(capture.connections),
            "exchanges": .integer(capture.exchanges),
            "opaque": .object(
                capture.opaque.sorted { $0.key < $1.key }.map { Member($0.key, .integer($0.value)) }
            ),
            "problems": .array(
                capture.problems.map { problem in
                    [
                        "kind": .string(problem.kind),
                        "message": .string(problem.message),
                        "offset": JSONValue(problem.offset),
                    ]
                }
            ),
        ]
    }

    /// An input that could not be read: it keeps its place among the captures, nothing of it is known.
    init(_ failure: InputFailure) {
        self = [
            "path": .string(failure.path), "format": nil, "packets": nil, "connections": nil,
            "exchanges": nil,
            "opaque": [:],
            "problems": [["kind": "unreadable", "message": .string(failure.reason), "offset": nil]],
        ]
    }

    /// What all exchanges came to.
    init(_ totals: ReportTotals) {
        self = [
            "exchanges": .integer(totals.exchanges),
            "forms": .integer(totals.forms),
            "errors": .integer(totals.count(.error)),
            "warnings": .integer(totals.count(.warning)),
            "notes": .integer(totals.count(.note)),
        ]
    }
}
