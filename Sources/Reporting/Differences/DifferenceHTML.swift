import Bytes
import Forms
package import Profiles

/// Writes comparisons as one page without external resources, the requests side by side.
///
/// The top of the page needs the results of all comparisons, so they are buffered in a spool.
package final class DifferenceHTML: ComparisonReporter {
    private let sink: any TextSink
    private let spool: any TextSpool
    private let version: String
    private let isSet: Bool
    private let limits: HTMLReporter.Limits
    private var count = 0
    private var differing = 0
    private var shownBytes = 0
    private var verdict: ComparisonVerdict?
    private var gravest = Difference.Weight.cosmetic
    private var subject = ""

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the page.
    ///   - spool: buffers the comparisons; it must be empty.
    ///   - version: the version of the tool.
    ///   - isSet: whether the report covers a set of comparisons.
    ///   - limits: the limits on the page's size.
    package init(
        to sink: any TextSink,
        spool: any TextSpool,
        version: String,
        isSet: Bool,
        limits: HTMLReporter.Limits = HTMLReporter.Limits()
    ) {
        self.sink = sink
        self.spool = spool
        self.version = version
        self.isSet = isSet
        self.limits = limits
    }

    /// Adds the comparison to the spool.
    package func comparison(_ comparison: RequestComparison) {
        count += 1
        if !comparison.differences.isEmpty { differing += 1 }
        verdict = comparison.verdict
        gravest = comparison.verdict.difference.map { comparison.differences[$0].weight } ?? .cosmetic
        subject = comparison.requests.map(DifferenceWords.name).joined(separator: ", ")
        let room = (limits.total - shownBytes) / max(comparison.requests.count, 1)
        let bodyLimit = max(min(limits.body, room), 0)
        for request in comparison.requests { shownBytes += min(request.form?.kept.byteCount ?? 0, bodyLimit) }
        let section = DifferenceSection(comparison, bodyLimit: bodyLimit)
        let heading = isSet ? comparison.verdict.sentence : nil
        spool.write(section.markup(number: count, heading: heading).html)
    }

    /// Writes the page.
    package func finish(unpaired: [String]) {
        let assets = PageAssets.comparison
        let closing = DifferenceWords.closing(comparisons: count, differing: differing)
        let headline = isSet ? closing : verdict?.sentence
        let about = isSet ? Quantity.of(count, "comparison") : subject
        let head = PageHead(
            assets: assets,
            version: version,
            title: "\(about): \(headline ?? "")",
            kindOfPage: "comparison of",
            subject: about,
            ink: ink,
            headline: PageText.sentence(headline ?? "", isLeading: true),
            remarks: [DifferenceWords.remark(onUnpaired: unpaired)].compactMap(\.self)
        )
        sink.write(head.markup.html)
        spool.replay(into: sink)
        let end: Markup = """
            </main>
            <footer>The text of a boundary is never a difference, its form is. Made by partwise \(version).</footer>
            <script>\(Markup(html: assets.script))</script>
            </body>
            </html>

            """
        sink.write(end.html)
    }

    private var ink: String {
        if isSet { return differing == 0 ? "good" : "" }
        return switch verdict?.kind {
        case .cause, .refused: "error"
        case .alike: "good"
        case .accepted where gravest <= .partMissing: "warning"
        default: "note"
        }
    }
}
