/// One receiver among those of a grid: what only it does.
package struct ProbeStanding: Sendable {
    /// Bodies that it accepts and more than half of the readers refuse.
    package let accepted: [LabBody]
    /// Bodies that a checker lets pass, and that it reads otherwise.
    package let differentials: [ParserDifferential]
    /// The number of readers that it was compared with.
    package let readerCount: Int

    /// Compares a report with a grid.
    package init(_ report: ProbeReport, in grid: ReceiverGrid) {
        let readers = grid.receivers(.reader)
        let known = report.results.compactMap { result in LabBody.named(result.id).map { ($0, result) } }
        readerCount = readers.count
        accepted = known.filter { body, result in
            guard result.outcome == .asMeant || result.outcome == .otherwise else { return false }
            let others = readers.compactMap { grid.result($0, body.id) }
            return others.count { $0.outcome == .refused || $0.outcome == .closed } * 2 > others.count
        }
        .map(\.0)
        differentials = grid.receivers(.checker).flatMap { checker in
            known.compactMap { ParserDifferential(checker, in: grid, report.label, $1, $0) }
        }
    }
}
