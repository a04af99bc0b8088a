import Bytes
package import Inspection
package import Pipeline
import Policy

/// Writes the report as one page without external resources: a summary of the findings, then each exchange
/// with its bytes.
///
/// The top of the page needs all results, so exchanges are buffered in a spool; memory grows only with the
/// number of kinds of findings.
package final class HTMLReporter: Reporter {
    /// Limits on a page's size.
    package struct Limits: Sendable {
        /// Bytes of one body that are shown by default: people do not read more.
        package var body = 64 * 1024
        /// Bytes of all bodies that are shown: a larger page is slow to open.
        package var total = 16 * 1024 * 1024
        /// Exchanges that are listed: a longer list is slow to filter.
        package var exchanges = 10_000

        /// Makes the default limits.
        package init() {}
    }

    /// The number of exchanges from which on only uploads are listed at first.
    private static let longList = 40
    /// The number of problems below the headline; the table of captures has all.
    private static let listedProblems = 5

    private let sink: any TextSink
    private let spool: any TextSpool
    private let version: String
    private let limits: Limits
    private var receivers: ReceiverTally?
    private var kinds: FindingKinds
    private var paths: [String] = []
    private var captures: [CaptureRow] = []
    private var problems: [String] = []
    private var listed = 0
    private var listedUploads = 0
    private var unlisted = 0
    private var lastCapture: Int?
    private var namesCaptures: Bool
    private var shownBytes = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the page.
    ///   - spool: buffers the exchanges; it must be empty.
    ///   - rules: the rules that the findings name.
    ///   - version: the version of the tool.
    ///   - limits: the limits on the page's size.
    ///   - namesCaptures: whether each capture's path is above its exchanges.
    ///   - showsReceivers: whether the affected receivers are listed.
    package init(
        to sink: any TextSink,
        spool: any TextSpool,
        rules: RuleCatalogue,
        version: String,
        limits: Limits = Limits(),
        namesCaptures: Bool = false,
        showsReceivers: Bool = false
    ) {
        self.sink = sink
        self.spool = spool
        kinds = FindingKinds(rules)
        self.version = version
        self.limits = limits
        self.namesCaptures = namesCaptures
        receivers = showsReceivers ? ReceiverTally() : nil
    }

    /// Records the path.
    package func begin(_ path: String) {
        paths.append(path)
    }

    /// Adds the exchange to the spool, and its findings to the summary.
    package func exchange(_ exchange: InspectedExchange) {
        guard let path = paths.last else { return }
        receivers?.add(exchange, path: path)
        let isListed = listed < limits.exchanges
        let article = ExchangeArticle(exchange, path: namesCaptures ? path : nil)
        if !exchange.findings.isEmpty {
            let name = FindingText.name(
                path: namesCaptures ? path : "",
                number: exchange.number,
                isBare: exchange.isBareBody
            )
            kinds.add(
                exchange,
                FindingText(exchange, path: path, style: TextStyle()),
                name: name.isEmpty ? "body" : name,
                id: isListed ? article.id : nil
            )
        }
        guard isListed else {
            unlisted += 1
            return
        }
        listed += 1
        if exchange.isUpload { listedUploads += 1 }
        let room = max(min(limits.body, limits.total - shownBytes), 0)
        let data = ExchangeData(exchange, path: path, namesCapture: namesCaptures)
            .value(bodyLimit: room, shownBytes: &shownBytes)
        spool.write(
            article.markup(data: JSONText.inScript(data), isFirst: lastCapture != exchange.capture)
        )
        lastCapture = exchange.capture
    }

    /// Records the notices about the capture.
    package func end(_ capture: InspectedCapture) {
        for problem in capture.problems {
            add(problem.message, of: namesCaptures ? capture.path : nil)
        }
        captures.append(
            CaptureRow(
                path: Self.shown(capture.path),
                format: capture.format,
                packets: capture.packets.map { Quantity.grouped($0) } ?? "–",
                connections: capture.connections.map { Quantity.grouped($0) } ?? "–",
                exchanges: Quantity.grouped(capture.exchanges),
                problems: capture.problems.map { PrintableText.text($0.message, limit: 1000) }
            )
        )
    }

    /// Records an input that could not be read.
    package func failed(_ failure: InputFailure) {
        add(failure.reason, of: failure.path)
        captures.append(
            CaptureRow(
                path: Self.shown(failure.path),
                problems: [PrintableText.text(failure.reason, limit: 1000)]
            )
        )
    }

    /// Writes the page.
    package func finish(_ totals: ReportTotals) {
        sink.write(top(totals).html)
        spool.replay(into: sink)
        sink.write(end.html)
    }

    private func top(_ totals: ReportTotals) -> Markup {
        let first = totals.diagnosis?.rules ?? []
        let links = kinds.links(first: first)
        let violations = kinds.articles(notes: false, first: first)
        let notes = kinds.articles(notes: true, first: first)
        let receivers = (receivers?.entries ?? []).map { entry -> Markup in
            "<pre class=\"excerpt\">\(entry.rows(TextStyle()).joined(separator: "\n"))</pre>\n"
        }
        let ranking: Markup = links.count > 1 ? "<ol class=\"ranking\">\n\(links)</ol>\n" : ""
        let about: Markup? =
            links.count > 1
            ? " <small>each kind once, with the number of exchanges that have it</small>" : nil
        let violated: Markup? =
            violations.isEmpty
            ? nil
            : """
            <h2>Findings\(about)</h2>
            \(ranking)\(violations)
            """
        let noted: Markup? =
            notes.isEmpty
            ? nil
            : """
            <details class="notes"\(violations.isEmpty ? " open" : "")>
            <summary>\(Quantity.of(totals.count(.note), "note")): legal, or worth knowing</summary>
            \(notes)</details>

            """
        return """
            \(head(totals, kinds: links.count).markup)\(violated)\(noted)\
            \(receivers.isEmpty ? nil : "<h2>Receivers</h2>\n\(receivers)" as Markup)\(listTop)
            """
    }

    private func head(_ totals: ReportTotals, kinds count: Int) -> PageHead {
        let closing = ReportClosing(totals, path: nil, style: TextStyle(), namesInput: false)
        let counted = totals.captures > 0 ? closing.headline(shownFrom: .warning) : "nothing could be read"
        let diagnosis = totals.diagnosis
        let gravest = kinds.gravest(first: diagnosis?.rules ?? [])
        let isCause = count == 1 || gravest.map { diagnosis?.rules.contains($0.rule) ?? false } ?? false
        var remarks = closing.reservations + problems
        remarks += closing.unjudged()
        if let diagnosis, let explanation = diagnosis.explanation {
            remarks.append("\(diagnosis.quoted): \(explanation)")
        }
        let subject = paths.count == 1 ? Self.shown(paths[0]) : Quantity.of(paths.count, "capture")
        return PageHead(
            assets: PageAssets.report,
            version: version,
            title: "\(subject): \(counted)",
            kindOfPage: "report on",
            subject: subject,
            ink: gravest?.severity.rawValue ?? Self.ink(of: totals),
            headline: PageText.sentence(
                headline(totals, kinds: count, cause: isCause ? gravest?.message : nil) ?? gravest?.message
                    ?? counted,
                limit: 300,
                isLeading: true
            ),
            counted: gravest == nil ? nil : counted,
            remarks: remarks
        )
    }

    /// What stands above the list of exchanges; `nil` where none is listed.
    private var listTop: Markup? {
        guard listed > 0 else { return nil }
        let top = ExchangeListTop(
            listed: Quantity.of(listed, "exchange"),
            showsOnlyForms: listed >= Self.longList && listedUploads > 0 && listedUploads < listed
        )
        return """
            <h2 id="exchanges">Exchanges</h2>
            <noscript><p class="keys">Scripts are off: each exchange shows its findings, not its bytes.</p></noscript>
            \(top.markup)
            """
    }

    private var end: Markup {
        let more =
            "and \(Quantity.of(unlisted, "more exchange")): choose fewer with --forms, --url or CAPTURE#N"
        let beyond: Markup? = unlisted > 0 ? "<p class=\"beyond\">\(more)</p>\n" : nil
        return """
            \(beyond)\(listed > 0 ? "</div>\n\(ExchangeListEnd.keys)" as Markup : nil)\
            \(CaptureRow.table(captures))</main>
            \(ExchangeListEnd.footer(version: version))\
            <script type="application/json" id="rules">\(Markup(html: JSONText.inScript(JSONValue(kinds.rules))))</script>
            <script>\(Markup(html: PageAssets.report.script))</script>
            </body>
            </html>

            """
    }

    /// How many uploads are faulty, and by what, or in how many ways where no cause stands out; `nil` where there is one
    /// upload, whose fault is the headline.
    private func headline(_ totals: ReportTotals, kinds: Int, cause: String?) -> String? {
        let faulty = totals.exchangesWithFindings[.warning]
        guard faulty > 0, totals.forms > 1, faulty <= totals.forms else { return nil }
        let uploads = "\(Quantity.grouped(faulty)) of \(Quantity.of(totals.forms, "upload")) faulty"
        return cause.map { "\(uploads): \($0)" } ?? "\(uploads), \(Quantity.of(kinds, "kind"))"
    }

    /// Records a problem for the list below the headline, up to the limit; `path` is named where it is given.
    private func add(_ problem: String, of path: String?) {
        guard problems.count < Self.listedProblems else { return }
        let name = path.map { Self.shown($0) + ": " } ?? ""
        problems.append(name + PrintableText.text(problem, limit: 1000))
    }

    private static func ink(of totals: ReportTotals) -> String {
        guard totals.forms > 0 else { return "" }
        return totals.incompleteForms > 0 || totals.baselined > 0 ? "note" : "good"
    }

    private static func shown(_ path: String) -> String {
        path == "-" ? "standard input" : PrintableText.text(path, limit: 400)
    }
}
