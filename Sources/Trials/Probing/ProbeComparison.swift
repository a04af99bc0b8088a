import Bytes
import Reporting

/// Two receivers, held against each other: two versions of one, or a server and the proxy before it.
package struct ProbeComparison: Sendable {
    /// A body that they treat differently.
    package struct Difference: Sendable {
        /// The id of the body.
        package let id: String
        /// What the first did; `nil` where it was not sent the body.
        package let first: ProbeResult?
        /// What the second did.
        package let second: ProbeResult?
    }

    /// What the two are called.
    package let labels: (String, String)
    /// The bodies that they treat differently, in the order of the first report.
    package let differences: [Difference]
    /// The reports, under the names of ``labels``.
    package let reports: [ProbeReport]
    private let count: Int

    /// Compares two reports; what only one of them was sent is a difference too.
    package init(_ first: ProbeReport, _ second: ProbeReport) {
        // Two runs against one address have one name: they are told apart by their order.
        let isSame = first.label == second.label
        labels = isSame ? ("\(first.label) (1)", "\(second.label) (2)") : (first.label, second.label)
        reports = [(first, labels.0), (second, labels.1)].map { report, label in
            var report = report
            report.label = label
            return report
        }
        var ids = first.results.map(\.id)
        let known = Set(ids)
        ids += second.results.map(\.id).filter { !known.contains($0) }
        let firsts = Dictionary(first.results.map { ($0.id, $0) }) { $1 }
        let seconds = Dictionary(second.results.map { ($0.id, $0) }) { $1 }
        count = ids.count
        differences = ids.compactMap { id in
            if let one = firsts[id], let other = seconds[id], one.isAlike(other) { return nil }
            return Difference(id: id, first: firsts[id], second: seconds[id])
        }
    }

    /// How many bodies they treat differently, in a sentence without a full stop.
    package var summary: String {
        let bodies = Quantity.of(count, "body", "bodies")
        guard !differences.isEmpty else { return "\(bodies), all treated alike" }
        return "\(differences.count) of \(bodies) treated differently"
    }

    /// The comparison in JSON.
    package var json: String {
        let entries = differences.map { difference -> JSONValue in
            [
                "id": .string(difference.id), "a": Self.json(difference.first),
                "b": Self.json(difference.second),
            ]
        }
        let value: JSONValue = [
            "schema": "partwise.probe-comparison/1", "a": .string(labels.0), "b": .string(labels.1),
            "bodies": .integer(count), "differences": .array(entries),
        ]
        return JSONText.indented(value) + "\n"
    }

    private static func json(_ result: ProbeResult?) -> JSONValue { result?.json ?? .null }
}
