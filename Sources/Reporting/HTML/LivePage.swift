import Bytes
package import Inspection
package import Pipeline
import Policy

/// The page on exchanges while they come: its text, and what its script is sent of each of them.
///
/// Rows and views are those of the HTML report.
package struct LivePage: Sendable {
    /// The bytes of a body that are shown: those around findings are shown besides.
    package static let shownBody = 16 * 1024

    /// What records the exchanges, such as `proxy on 127.0.0.1:8888`.
    private let subject: String
    /// The path of the recording; `nil` where nothing is recorded.
    private let file: String?
    /// The number of exchanges that are listed.
    private let limit: Int
    private let version: String

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - subject: what records the exchanges, such as `proxy on 127.0.0.1:8888`.
    ///   - file: the path of the recording; `nil` where nothing is recorded.
    ///   - limit: the number of exchanges that are listed.
    ///   - version: the version of the tool.
    package init(_ subject: String, file: String?, limit: Int, version: String) {
        self.subject = subject
        self.file = file
        self.limit = limit
        self.version = version
    }

    /// The content security policy, for the response that carries the page.
    package static let policy = PageAssets.live.policy + "; frame-ancestors 'none'"

    /// The page.
    package var text: String {
        let file = file.map { String(decoding: ShellWord.quoted($0.utf8), as: UTF8.self) }
        let recorded =
            self.file.map { "Recorded to \(PrintableText.text($0, limit: 400))." }
            ?? "Not recorded to a file: -o FILE does that."
        let last = "The last \(Quantity.of(limit, "exchange"))"
        let recording: JSONValue = ["limit": .integer(limit), "file": JSONValue(file)]
        let head = PageHead(
            assets: PageAssets.live,
            version: version,
            title: "\(subject): partwise",
            kindOfPage: "recording of",
            subject: subject,
            ink: "",
            headline: "Waiting for requests",
            remarks: ["\(recorded) \(last) are listed, the newest first."]
        )
        let page: Markup = """
            \(head.markup)\(Self.running)<h2 id="exchanges">Exchanges</h2>
            \(ExchangeListTop(listed: last).markup)<p class="beyond" id="empty">No exchange yet.</p>
            </div>
            \(ExchangeListEnd.keys)</main>
            \(ExchangeListEnd.footer(version: version))<script type="application/json" id="rules">{}</script>
            <script type="application/json" id="recording">\(Markup(html: JSONText.inScript(recording)))</script>
            <script>\(Markup(html: PageAssets.live.script))</script>
            </body>
            </html>

            """
        return page.html
    }

    /// The controls of the recording, and the exchanges that go on.
    private static let running: Markup = """
        <div class="controls">
        <button type="button" class="plain" id="pause" title="List nothing more: what comes is still recorded" disabled>\
        Pause</button>
        <button type="button" class="plain" id="clear" title="Empty the list: the recording keeps all" disabled>Clear\
        </button>
        <output id="connection" aria-live="polite"></output>
        </div>
        <noscript><p class="keys">Scripts are off: the page cannot show what comes.</p></noscript>
        <section id="running" hidden>
        <h2>Running <small></small></h2>
        <div class="list"></div>
        </section>

        """

    /// The row of an exchange, as JSON: its number, and its markup.
    package static func row(_ exchange: InspectedExchange) -> String {
        let markup = ExchangeArticle(exchange).markup(data: nil)
        return JSONText.compact(["number": .integer(exchange.number), "row": .string(markup)])
    }

    /// What the view of an exchange shows, as JSON, with the rules that its findings name.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - catalogue: the rules that its findings name.
    ///   - path: the path of its recording, or what stands for it.
    ///   - isComplete: whether nothing more of it follows.
    /// - Returns: the text.
    package static func view(
        of exchange: InspectedExchange,
        rules catalogue: RuleCatalogue,
        path: String,
        isComplete: Bool
    ) -> String {
        var shownBytes = 0
        let data = ExchangeData(exchange, path: path).value(bodyLimit: shownBody, shownBytes: &shownBytes)
        let rules = Set(exchange.findings.map(\.finding.rule)).sorted().compactMap(catalogue.rule)
        return JSONText.compact([
            "data": data, "rules": JSONValue(rules), "isComplete": .bool(isComplete),
        ])
    }
}
