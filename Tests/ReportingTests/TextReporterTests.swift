import Exchanges
import Inspection
import Pipeline
import Testing

@testable import Reporting

struct TextReporterTests {
    private func text(_ exchanges: [InspectedExchange], all: Bool = false, width: Int = 100) -> String {
        Sample.report(exchanges) { TextReporter(to: $0, style: TextStyle(width: width), showsAll: all) }
    }

    @Test func `a clean capture ends in one line that says what was judged`() {
        #expect(
            text([Sample.upload(Sample.clean)]) == """
                upload.pcap: 1 upload with 1 part (69 bytes) conforms: 24 packets, 1 connection, 1 exchange, \
                nothing to report

                """
        )
    }

    @Test func `a name that is not closed is shown with one quote on each side`() {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"cr⏎⏎1⏎--AaB03x--⏎"
        let found = text([Sample.upload(body, rules: ["disposition/unterminated-quote"])])
        #expect(found.contains("  part 1 \"cr\"  "))
    }

    @Test func `a finding is shown with its place, its bytes, its clause and its fix`() {
        #expect(
            text([Sample.upload(Sample.unclosed)], width: 90) == """
                error[delimiter/missing-close]: the body ends after 57 bytes without the close delimiter `--AaB03x--`
                  --> upload.pcap#1  POST /upload  part 1 "a"  body offset 57  frame 6
                   |
                52 | ␍␊
                54 | 1␍␊
                   |    ^ here
                   = RFC 2046 §5.1.1
                   = fix: Write CRLF, two dashes, the boundary, two dashes and CRLF after the last part.

                upload.pcap: 1 error in 1 of 1 upload (1 exchange, 1 connection, 24 packets)

                """
        )
    }

    @Test func `the same finding on many exchanges is told once, with where else it is`() {
        let exchanges = (1...100).map { Sample.upload(Sample.unclosed, number: $0) }
        let lines = text(exchanges).split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("error[") } == 1)
        let seen = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            seen.contains(
                """
                = seen: 100 such findings in 100 exchanges; the others are at upload.pcap#2 part 1 body offset 57, \
                #3 part 1 body offset 57, #4 part 1 body offset 57, #5 part 1 body offset 57, \
                #6 part 1 body offset 57, \
                and 94 more: --all lists them
                """
            )
        )
        #expect(
            lines.last
                == "upload.pcap: 100 errors in 100 of 100 uploads (100 exchanges, 1 connection, 24 packets)"
        )
    }

    @Test func `errors come first, those in the head before those in the body`() {
        func finding(_ rule: String, _ severity: Severity, _ place: Finding.Place, at offset: Int)
            -> LocatedFinding
        {
            var located = Sample.finding(offset..<offset, in: "x")
            located.finding.rule = rule
            located.finding.severity = severity
            located.finding.place = place
            return located
        }
        var first = Sample.upload("", number: 1)
        first = first.changed {
            $0.findings = [
                finding("part/b", .warning, .body, at: 5), finding("body/c", .error, .body, at: 9),
            ]
        }
        var second = Sample.upload("", number: 2)
        second = second.changed {
            $0.findings = [
                finding("part/b", .warning, .body, at: 5), finding("head/a", .error, .head, at: 200),
            ]
        }
        #expect(
            [second, first].map { $0.findings.inReadingOrder.first?.finding.rule } == ["head/a", "body/c"]
        )
        let found = text([first, second]).split(separator: "\n").filter { $0.contains("]: ") }
        #expect(
            found.map { $0.prefix { $0 != ":" } } == ["error[body/c]", "error[head/a]", "warning[part/b]"]
        )
        let annotations = Sample.report([second]) { GitHubReporter(to: $0) }
        #expect(annotations.hasPrefix("::error "))
    }

    @Test func `what is kept does not grow with the number of findings`() {
        var tally = FindingTally()
        for number in 1...10_000 {
            var exchange = Sample.upload("", number: number)
            exchange = exchange.changed { $0.findings = [Sample.finding(0..<0, in: "x")] }
            let text = FindingText(exchange, path: "a", style: TextStyle())
            tally.add(exchange.findings[0], text: text)
        }
        #expect(tally.entries().count == 1)
        #expect(tally.entries()[0].count == 10_000)
        #expect(tally.entries()[0].exchanges == 10_000)
        #expect(tally.entries()[0].places.count == FindingTally.namedPlaces)
    }

    @Test func `the sentence of a finding is wrapped between words on a terminal alone`() {
        func rows(_ style: TextStyle) -> [String] {
            let upload = Sample.upload(Sample.unclosed)
            return FindingText(upload, path: "a", style: style).drawn(upload.findings[0]).rows
        }
        let whole = rows(TextStyle(width: 40))[0]
        let wrapped = rows(TextStyle(width: 40, isTerminal: true)).prefix { !$0.contains("-->") }
        #expect(whole.columns > 40)
        #expect(wrapped.count > 1)
        #expect(wrapped.map { $0.drop { $0 == " " } }.joined(separator: " ") == whole)
        #expect(wrapped.allSatisfy { $0.columns <= 40 || !$0.dropFirst(2).contains(" ") })
    }

    @Test func `all findings are told where all are asked for`() {
        let exchanges = (1...3).map { Sample.upload(Sample.unclosed, number: $0) }
        let lines = text(exchanges, all: true).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("error[") } == 3)
    }

    @Test func `notes are counted, and shown where they are asked for`() {
        var exchange = Sample.upload(Sample.unclosed)
        exchange = exchange.changed { $0.findings[0].finding.severity = .note }
        #expect(text([exchange]).hasSuffix("no error, no warning\n1 note: --threshold note shows it\n"))
        #expect(text([exchange], all: true).hasPrefix("note[delimiter/missing-close]: "))
    }

    @Test func `what the capture holds in part only is not said to conform`() {
        var exchange = Sample.upload(Sample.clean)
        exchange = exchange.changed {
            $0.exchange.request = $0.exchange.request?.changed { $0.content.completion = .captureEnded }
        }
        #expect(
            text([exchange]) == """
                upload.pcap: no fault seen in 1 upload with 1 part (69 bytes): 24 packets, 1 connection, \
                1 exchange, nothing to report
                1 upload is incomplete in the capture: what needs the missing bytes was not judged

                """
        )
    }

    @Test func `what an end of the connection broke off is no gap of the capture`() {
        var exchange = Sample.upload(Sample.clean)
        exchange = exchange.changed {
            $0.exchange.outcome = .rejectedEarly
            $0.exchange.request = $0.exchange.request?.changed { $0.content.completion = .reset }
        }
        let closing = "\n1 upload ended before all was sent: what needs the rest was not judged\n"
        #expect(text([exchange]).hasSuffix(closing))
    }

    @Test(arguments: [true, false])
    func `the closing is wrapped on a terminal alone`(isTerminal: Bool) {
        var capture = InspectedCapture(path: "upload.pcap", format: "pcap")
        capture.packets = 23
        capture.opaque = ["tls": 2]
        let style = TextStyle(width: 60, isTerminal: isTerminal)
        let lines = Sample.report([], capture: capture) { TextReporter(to: $0, style: style) }
            .split(separator: "\n")
        #expect(lines.count == (isTerminal ? 5 : 2))
        #expect(lines.allSatisfy { String($0).columns <= 60 } == isTerminal)
    }

    @Test func `a capture without uploads says what was there and what to do`() {
        var capture = InspectedCapture(path: "upload.pcap", format: "pcap")
        capture.packets = 23
        capture.connections = 3
        capture.opaque = ["tls": 2, "broken-http2": 1, "quic": 3, "websocket": 1]
        let text = Sample.report([], capture: capture) { TextReporter(to: $0, style: TextStyle()) }
        #expect(
            text == """
                upload.pcap: no HTTP exchange: nothing was judged (23 packets, 3 connections)
                1 connection breaks the rules of HTTP/2: the rest of it is not read
                3 QUIC connections (HTTP/3): not read, have the client use HTTP/2 or HTTP/1.1 over TCP
                2 connections are encrypted (TLS) and could not be judged: give the keys with --keys; 'partwise explain keys' says how to \
                get them
                1 connection was upgraded to WebSocket: the messages are not read

                """
        )
    }

    @Test(arguments: ["a⟨1B⟩[2Jb", "a⟨E2⟩⟨80⟩⟨AE⟩b", "a⟨9B⟩31mb", "<script>", "a\u{301}"])
    func `no escape sequence and no direction mark from a capture reaches the terminal`(_ name: String) {
        let body = Sample.unclosed.replacing("\"a\"", with: "\"\(name)\"")
        let text = text([Sample.upload(body, target: "/\u{1B}]0;x\u{7}\u{202E}")])
        let hostile = text.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value)
                || scalar.properties.generalCategory == .format
        }
        #expect(hostile.isEmpty)
    }

    @Test func `colours are escape sequences around whole words only`() {
        let sink = StringSink()
        let reporter = TextReporter(to: sink, style: TextStyle(isColored: true))
        var feed = ReportFeed(to: reporter)
        reporter.begin("upload.pcap")
        feed.inspected(Sample.upload(Sample.unclosed))
        reporter.finish(feed.totals)
        #expect(sink.text.hasPrefix("\u{1B}[1;31merror[delimiter/missing-close]\u{1B}[0m"))
        #expect(sink.text.split(separator: "\u{1B}[0m", omittingEmptySubsequences: false).count > 4)
    }
}
