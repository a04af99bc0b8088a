import Bytes
import Inspection
import LoggedErrors
import Pipeline
import Policy

extension JSONValue {
    /// A capture, as in `captures` of the report.
    init(_ capture: InspectedCapture) {
        self = [
            "path": .string(SystemPath.lossyText(capture.path)),
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

    /// An input that could not be read: it is listed among the captures, without facts.
    init(_ failure: InputFailure) {
        self = [
            "path": .string(SystemPath.lossyText(failure.path)), "format": nil, "packets": nil,
            "connections": nil,
            "exchanges": nil,
            "opaque": [:],
            "problems": [["kind": "unreadable", "message": .string(failure.reason), "offset": nil]],
        ]
    }

    /// The totals of all exchanges.
    init(_ totals: ReportTotals) {
        var members = [
            Member("exchanges", .integer(totals.exchanges)),
            Member("forms", .integer(totals.forms)),
            Member("errors", .integer(totals.count(.error))),
            Member("warnings", .integer(totals.count(.warning))),
            Member("notes", .integer(totals.count(.note))),
        ]
        if totals.unjudged.count > 0 { members.append(Member("unjudged", JSONValue(totals.unjudged))) }
        if totals.formsWithoutBody > 0 {
            members.append(Member("formsWithoutBody", .integer(totals.formsWithoutBody)))
        }
        if totals.others.orphanedResponses > 0 {
            members.append(Member("orphanedResponses", .integer(totals.others.orphanedResponses)))
        }
        if totals.exchangesInCaptures == 0, !totals.packetKinds.first.isEmpty {
            members.append(Member("packetKinds", JSONValue(totals.packetKinds)))
        }
        if let baseline = totals.baseline {
            members.append(Member("baselined", .integer(totals.baselined)))
            members.append(Member("baseline", JSONValue(baseline)))
        }
        if let diagnosis = totals.diagnosis { members.append(Member("serverError", JSONValue(diagnosis))) }
        self = .object(members)
    }
}

extension JSONValue {
    /// The uploads that could not be judged.
    private init(_ unjudged: UnjudgedUploads) {
        self = .array(
            unjudged.counts.sorted { $0.key < $1.key }.map { reason, count in
                [
                    "reason": .string(reason.name), "format": JSONValue(reason.format),
                    "uploads": .integer(count),
                ]
            }
        )
    }

    /// What the packets carried, where there was no exchange.
    private init(_ kinds: PacketKindCounts) {
        self = .array(
            kinds.first.map { kind in
                [
                    "kind": .string(kind.group), "name": .string(kind.name),
                    "packets": .integer(kind.packets),
                ]
            }
        )
    }

    /// The result of a baseline.
    private init(_ baseline: BaselineOutcome) {
        self = [
            "path": .string(baseline.path),
            "gone": .array(
                baseline.gone.map { entry in
                    [
                        "rule": .string(entry.rule),
                        "request": .string(entry.shape.request),
                        "file": JSONValue(entry.shape.file),
                        "fields": .array(entry.shape.fields.map(JSONValue.string)),
                        "part": JSONValue(entry.part),
                        "place": .string(entry.place),
                    ]
                }
            ),
            "unseen": .integer(baseline.unseenCount),
        ]
    }

    /// The explanation of a server's error.
    private init(_ diagnosis: ServerErrorDiagnosis) {
        self = [
            "text": .string(diagnosis.text),
            "software": .array(diagnosis.errors.map { .string($0.software) }),
            "rules": .array(diagnosis.rules.map(JSONValue.string)),
            "found": .array(diagnosis.found.map(JSONValue.string)),
            "conforms": .bool(diagnosis.conforms),
            "elsewhere": JSONValue(diagnosis.errors.first?.elsewhere),
            "explanation": JSONValue(diagnosis.explanation),
        ]
    }
}
