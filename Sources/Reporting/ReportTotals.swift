import Forms
package import Inspection
package import Pipeline
package import Policy

/// What all the exchanges of a report come to.
package struct ReportTotals: Hashable, Sendable {
    /// Inputs that were read.
    package private(set) var captures = 0
    /// Packets in them; `nil` where no input has packets.
    package private(set) var packets: Int?
    /// TCP connections in them; `nil` where no input has connections.
    package private(set) var connections: Int?
    /// What is not read, by the names that ``InspectedCapture/opaque`` uses.
    package private(set) var opaque: [String: Int] = [:]
    /// Exchanges that were reported on.
    package private(set) var exchanges = 0
    /// Those of them with a form.
    package private(set) var forms = 0
    /// Parts of the forms.
    package private(set) var parts = 0
    /// Bytes of the bodies that hold the forms.
    package private(set) var formBytes = 0
    /// Forms of which the capture lacks something.
    package private(set) var incompleteForms = 0
    /// Exchanges with a finding of each severity or a worse one.
    package private(set) var exchangesWithFindings = SeverityCounts()
    /// Findings of each severity.
    package private(set) var findings = SeverityCounts()

    /// Findings that a baseline knew, and that were not reported.
    package var baselined = 0
    /// What came of a baseline; `nil` where there is none.
    package var baseline: BaselineOutcome?
    /// Whether an input, or an exchange that was asked for, could not be read.
    package var lacksInput = false
    /// What explains a server's error; `nil` where none was named.
    package var diagnosis: ServerErrorDiagnosis?

    /// Makes the totals of nothing.
    package init() {}

    /// Findings of one severity.
    package func count(_ severity: Severity) -> Int { findings[severity] }

    /// Whether there is a finding of a severity or a worse one.
    package func hasFindings(atOrAbove threshold: Severity) -> Bool {
        Severity.allCases.contains { $0 >= threshold && findings[$0] > 0 }
    }

    /// Counts an exchange.
    package mutating func add(_ exchange: InspectedExchange) {
        exchanges += 1
        if let form = exchange.form {
            forms += 1
            parts += form.partCount
            formBytes &+= form.length
            if exchange.isIncomplete { incompleteForms += 1 }
        }
        guard !exchange.findings.isEmpty else { return }
        var own = SeverityCounts()
        for index in exchange.findings.indices { own[exchange.findings[index].finding.severity] += 1 }
        findings.add(own)
        exchangesWithFindings.addOne(upTo: own.worst)
    }

    /// Counts a capture.
    package mutating func add(_ capture: InspectedCapture) {
        captures += 1
        if let count = capture.packets { packets = (packets ?? 0) + count }
        if let count = capture.connections { connections = (connections ?? 0) + count }
        opaque.merge(capture.opaque, uniquingKeysWith: +)
    }
}
