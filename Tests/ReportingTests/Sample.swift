import Bytes
import Connections
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Reporting

/// Judged exchanges made by hand.
enum Sample {
    /// A form with one text field and no close delimiter, in the notation of rule examples.
    static let unclosed = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎"
    /// A form with one text field.
    static let clean = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"

    /// An upload.
    ///
    /// - Parameters:
    ///   - text: the body, in the notation of rule examples.
    ///   - number: the exchange's number.
    ///   - target: the request's target.
    ///   - rules: the ids of the rules that judge it, so that new rules do not change the tests of reports.
    /// - Returns: the exchange, its findings located.
    static func upload(
        _ text: String,
        number: Int = 1,
        target: String = "/upload",
        rules: [String] = ["delimiter/missing-close"]
    ) -> InspectedExchange {
        let body = RuleExample.bytes(of: text).bytes
        var exchange = Exchange(
            connection: 1,
            client: Endpoint(addressLow: 0x7F00_0001, port: 51234),
            server: Endpoint(addressLow: 1, isIPv6: true, port: 8080)
        )
        exchange.method = "POST"
        exchange.target = target
        var request = MessageDraft()
        request.head.startLine = Array("POST \(target) HTTP/1.1".utf8)
        request.head.version = "HTTP/1.1"
        request.head.fields = FieldSection(
            parsing: Array(
                "Host: up.test\r\nContent-Type: \(RuleExample.contentType)\r\nContent-Length: \(body.count)\r\n"
                    .utf8
            ),
            base: request.head.startLine.count + 2
        )
        request.head.framing = .contentLength
        request.head.declaredLength = body.count
        request.content.bodyLength = body.count
        request.content.wireLength = body.count
        request.arrival.firstFrame = 4
        request.arrival.lastFrame = 6
        request.arrival.startedAt = Timestamp(nanoseconds: 1_795_222_800_000_001_000)
        exchange.request = Message(request)
        exchange.status = 200
        exchange.reason = "OK"
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        reader.push(body.span.bytes)
        let form = reader.finish()
        let inspector = Inspector(rules: rules.compactMap { RuleCatalogue.ofForms.rule($0) }, of: .ofForms)
        let subject = RuleContext(exchange: exchange, request: Message(request), form: form)
        let findings = inspector.judge(subject).map { finding in
            let around = form.kept.window(at: finding.range.lowerBound, before: 64, after: 128)
            return LocatedFinding(
                finding: finding,
                frame: 6,
                excerpt: Array(around.bytes),
                excerptOffset: around.offset
            )
        }
        var additions = InspectedExchange.Additions()
        additions.body = body
        return InspectedExchange(
            number: number,
            capture: 0,
            exchange: exchange,
            form: form,
            findings: findings,
            additions: additions
        )
    }

    /// A finding about bytes that are given with it.
    static func finding(
        _ range: Range<Int>,
        in excerpt: String,
        at offset: Int = 0,
        message: String = "something is wrong"
    ) -> LocatedFinding {
        let rule = RuleCatalogue.ofForms.rule("delimiter/missing-close")
        var report = RuleReport()
        if let rule { add(rule, range, message, to: &report) }
        return LocatedFinding(
            finding: report.findings[0],
            frame: nil,
            excerpt: RuleExample.bytes(of: excerpt).bytes,
            excerptOffset: offset
        )
    }

    /// What a reporter writes about exchanges of one capture.
    static func report(
        _ exchanges: [InspectedExchange],
        path: String = "upload.pcap",
        capture: InspectedCapture? = nil,
        with make: (StringSink) -> any Reporter
    ) -> String {
        let sink = StringSink()
        let reporter = make(sink)
        var feed = ReportFeed(to: reporter)
        reporter.begin(path)
        for exchange in exchanges { feed.inspected(exchange) }
        var described = InspectedCapture(path: path, format: "pcap")
        described.packets = 24
        described.connections = 1
        described.exchanges = exchanges.count
        feed.totals.add(capture ?? described)
        reporter.end(capture ?? described)
        reporter.finish(feed.totals)
        return sink.text
    }

    private static func add(
        _ rule: some Rule,
        _ range: Range<Int>,
        _ message: String,
        to report: inout RuleReport
    ) {
        report.add(rule, message, at: range)
    }
}
