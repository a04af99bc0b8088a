import Bytes
import Forms
package import Inspection
package import Repair
package import Reporting

/// Describes a repair: one line for each kind of change, and one for each rule that still finds something.
package struct RepairText {
    /// The greatest number of places of one kind of change that are listed one by one.
    private static let placeLimit = 8

    private let repair: FormRepair
    private let name: String
    private let output: String
    private let style: TextStyle

    /// Describes a repair of the exchange `name`, written to `output`.
    package init(_ repair: FormRepair, name: String, output: String, style: TextStyle) {
        self.repair = repair
        self.name = name
        self.output = output
        self.style = style
    }

    /// Writes the text.
    package func write(to sink: any TextSink) {
        let places = [name, output].map { PrintableText.text($0, limit: 400) }
        sink.line("\(places[0]): written to \(places[1]) with a body of \(repair.bodyLength) bytes")
        for line in Self.lines(of: repair.changes) { sink.line("  \(line)") }
        if repair.changes.isEmpty {
            sink.line(repair.remaining.isEmpty ? "  nothing had to be changed" : "  nothing was changed")
        }
        for finding in repair.remaining {
            let severity = style.paint("\(finding.severity.rawValue)[\(finding.rule)]", Ink(finding.severity))
            sink.line("  stays \(severity): \(finding.message)")
        }
    }

    /// A line for each kind of change, in the order of their first places.
    package static func lines(of changes: [RepairChange]) -> [String] {
        var order: [String] = []
        var places: [String: [Int?]] = [:]
        for change in changes {
            if places[change.words] == nil { order.append(change.words) }
            places[change.words, default: []].append(change.offset)
        }
        return order.map { words in
            let places = places[words] ?? []
            let offsets = places.compactMap { $0 }
            guard places.count > 1 else { return offsets.first.map { "\(words) at \($0)" } ?? words }
            let shown = offsets.prefix(placeLimit).map(String.init).joined(separator: ", ")
            let rest = offsets.count > placeLimit ? ", …" : ""
            return "\(words) in \(places.count.grouped) places"
                + (offsets.isEmpty ? "" : " (at \(shown)\(rest))")
        }
    }
}
