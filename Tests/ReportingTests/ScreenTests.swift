import Exchanges
import Inspection
import InspectionRules
import Pipeline
import Testing

@testable import Reporting

/// Whole screens of the other commands.
struct ScreenTests {
    @Test func `exchanges are listed one a row`() {
        let exchanges = [
            Sample.upload(Sample.clean), Sample.upload(Sample.unclosed, number: 2, target: "/other"),
        ]
        let text = Sample.report(exchanges) {
            TableReporter(to: $0, style: TextStyle(width: 120), headsCaptures: false)
        }
        #expect(
            text == """
                #   time  client           method  URL                    status  type                 parts  bytes  encoder  verdict
                1  0.000  127.0.0.1:51234  POST    http://up.test/upload     200  multipart/form-data      1     69  unknown  ok
                2  0.000  127.0.0.1:51234  POST    http://up.test/other      200  multipart/form-data      1     57  unknown  error: delimiter/missing-close

                upload.pcap: 1 error in 1 of 2 uploads (2 exchanges, 1 connection, 24 packets)

                """
        )
    }

    @Test func `a narrow terminal shows the method rather than the encoder`() {
        let text = Sample.report([Sample.upload(Sample.unclosed)]) {
            TableReporter(to: $0, style: TextStyle(width: 76, isTerminal: true), headsCaptures: false)
        }
        #expect(
            text.hasPrefix(
                """
                #  method  URL             status  bytes  verdict
                1  POST    up.test/upload     200     57  error: delimiter/missing-close

                """
            )
        )
    }

    @Test(arguments: [40, 60, 80, 100, 140])
    func `a row is never wider than the terminal`(_ width: Int) {
        let long = "/" + String(repeating: "漢x", count: 100)
        let text = Sample.report([Sample.upload(Sample.clean, target: long)]) {
            TableReporter(to: $0, style: TextStyle(width: width, isTerminal: true), headsCaptures: false)
        }
        for line in text.split(separator: "\n").prefix(2) {
            #expect(String(line).columns <= max(width, 60))
        }
    }

    @Test func `a long URL is elided in its middle on a terminal, and whole elsewhere`() throws {
        let target = "/" + String(repeating: "x", count: 300) + "/image.png"
        let exchanges = (1...250).map {
            Sample.upload(Sample.clean, number: $0, target: $0 == 250 ? target : "/a")
        }
        func row(_ style: TextStyle) throws -> Substring {
            let text = Sample.report(exchanges) { TableReporter(to: $0, style: style, headsCaptures: false) }
            return try #require(text.split(separator: "\n").first { $0.hasPrefix("250") })
        }
        #expect(try row(TextStyle()).contains("http://up.test\(target) "))
        let shown = try row(TextStyle(width: 200, isTerminal: true))
        #expect(shown.contains("…"))
        #expect(!shown.contains("xxxxxxxxxxxxxxxxxxxxxxxxxxxx"))
    }

    @Test func `a long URL makes its own row longer, and no other, where rows are not cut`() throws {
        let target = "/" + String(repeating: "x", count: 300)
        let exchanges = [
            Sample.upload(Sample.clean, target: target), Sample.upload(Sample.clean, number: 2),
        ]
        let text = Sample.report(exchanges) {
            TableReporter(to: $0, style: TextStyle(), headsCaptures: false)
        }
        let rows = text.split(separator: "\n")
        #expect(try #require(rows.first).count < 200)
        #expect(rows[1].contains("http://up.test\(target)     200  multipart/form-data"))
        #expect(rows[2].count < 200 && rows[2].hasSuffix("  ok"))
    }

    @Test func `rows that are made before their turn are those that would be written then`() throws {
        let sink = StringSink()
        let reporter = TableReporter(to: sink, style: TextStyle(), headsCaptures: false)
        reporter.begin("upload.pcap")
        func upload(_ number: Int) -> InspectedExchange {
            // Long ones and short ones in turn, as the room of one row is used for another.
            let target = "/" + String(repeating: "x", count: number % 3 * 90)
            return Sample.upload(
                number % 2 == 0 ? Sample.clean : Sample.unclosed,
                number: number,
                target: target
            )
        }
        for number in 1...200 { reporter.exchange(upload(number)) }
        var waiting: [[UInt8]] = []
        for number in 201...400 {
            waiting.append(try #require(reporter.text(of: upload(number))))
            guard number % 7 == 0 else { continue }
            for text in waiting { reporter.exchange(text: text) }
            waiting = []
        }
        for text in waiting { reporter.exchange(text: text) }
        let expected = Sample.report((1...400).map(upload)) {
            TableReporter(to: $0, style: TextStyle(), headsCaptures: false)
        }
        #expect(expected.hasPrefix(sink.text))
        #expect(sink.text.split(separator: "\n").count == 401)
    }

    @Test(arguments: [
        ("up.test:80: the host is not known", "the host is not known"),
        ("up.test: connection refused", "connection refused"),
        ("up.test:80 through the proxy p:1: refused", "up.test:80 through the proxy p:1: refused"),
        ("up.test.example: refused", "up.test.example: refused"),
        ("up.test:", "up.test:"), ("other:80: refused", "other:80: refused"),
    ])
    func `a proxy's reason does not repeat the server that the URL names`(remark: String, shown: String) {
        let upload = Sample.upload(Sample.clean).changed { $0.exchange.comment = remark }
        let text = Sample.report([upload]) {
            TableReporter(to: $0, style: TextStyle(), headsCaptures: false)
        }
        #expect(text.contains("  ok, \(shown)\n"), "\(text)")
    }

    @Test(arguments: [(0, "0 bytes"), (1, "1 byte"), (2, "2 bytes"), (1_000, "1,000 bytes")])
    func `the line of an exchange counts the bytes of its body`(length: Int, shown: String) {
        let sink = StringSink()
        let upload = Sample.upload(Sample.clean).changed {
            var request = MessageDraft()
            request.head.framing = .contentLength
            request.content.bodyLength = length
            $0.exchange.request = Message(request)
        }
        ExchangeLine(TextStyle()).write(upload, by: nil, to: TextReporter(to: sink, style: TextStyle()))
        #expect(sink.text.contains("  \(shown)  "), "\(sink.text)")
    }

    @Test func `the place of a finding has the whole target, unless a terminal shows it`() {
        let target = "/" + String(repeating: "x", count: 300) + "/image.png"
        func text(_ style: TextStyle) -> String {
            Sample.report([Sample.upload(Sample.unclosed, target: target)]) {
                TextReporter(to: $0, style: style)
            }
        }
        #expect(text(TextStyle()).contains("POST \(target)  part"))
        let shown = text(TextStyle(isTerminal: true))
        #expect(shown.contains("POST /xxxxxxxx"))
        #expect(shown.contains("x/image.png  part 1"))
        #expect(!shown.contains(String(repeating: "x", count: 60)))
    }

    @Test func `an exchange is shown whole, every byte in a named node`() {
        let text = Sample.report([Sample.upload("--AaB03x⏎A: é⏎⏎1⏎--AaB03x--", rules: [])]) {
            ShowReporter(to: $0, style: TextStyle(width: 120), detail: ShowReporter.Detail(hasHex: true))
        }
        #expect(
            text == """
                upload.pcap#1  127.0.0.1:51234 → [::1]:8080  http/1.1  frames 4–6  2026-11-21T01:00:00.000001Z

                POST /upload HTTP/1.1
                Host: up.test
                Content-Type: multipart/form-data; boundary=AaB03x
                Content-Length: 32

                body      32 bytes, framed by content-length, complete
                boundary  AaB03x

                part  name  filename  type  offset  content  length
                   1  –     –         –          0       19       1
                close delimiter at 22

                encoder   unknown: no client is known whose boundaries look so

                offset  bytes                                             text
                     0  2d 2d 41 61 42 30 33 78                           --AaB03x          part 1 delimiter
                     8  0d 0a                                             ␍␊                part 1 line break
                    10  41 3a 20 c3 a9 0d 0a                              A: ××␍␊           part 1 header lines
                    17  0d 0a                                             ␍␊                part 1 blank line
                    19  31                                                1                 part 1 content
                    20  0d 0a                                             ␍␊                line break before the delimiter
                    22  2d 2d 41 61 42 30 33 78  2d 2d                    --AaB03x--        close delimiter

                the capture has no response

                """
        )
    }

    @Test(arguments: [40, 60, 76, 100, 140])
    func `parts and bytes of an exchange are never wider than the terminal`(_ width: Int) {
        let name = "漢字é\u{301}" + String(repeating: "x", count: 80)
        let body =
            "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(name)\"⏎⏎1⏎--AaB03x--⏎"
        let text = Sample.report([Sample.upload(body, rules: [])]) {
            ShowReporter(to: $0, style: TextStyle(width: width), detail: ShowReporter.Detail(hasHex: true))
        }
        let lines = text.split(separator: "\n").map(String.init)
        let beyond = lines.drop { !$0.hasPrefix("part ") }
        #expect(beyond.count > 10)
        #expect(beyond.allSatisfy { $0.columns <= max(width, 60) })
        #expect(beyond.prefix(2).allSatisfy { $0.columns <= width })
        #expect(
            lines.prefix(3).filter { !$0.contains("HTTP/1.1") }.allSatisfy { $0.columns <= max(width, 40) }
        )
    }

    @Test func `every control character has a sign of its own in the dump`() {
        let body = "--AaB03x⏎A: 1⏎⏎\u{0}\u{1B}\u{7F}\t⏎--AaB03x--"
        let text = Sample.report([Sample.upload(body, rules: [])]) {
            ShowReporter(to: $0, style: TextStyle(width: 120), detail: ShowReporter.Detail(hasHex: true))
        }
        #expect(text.contains("00 1b 7f 09                                       ␀␛␡␉"))
    }

    @Test func `a long content is elided in the middle, unless it is asked for`() {
        let body = Sample.clean.replacing("⏎1⏎", with: "⏎\(String(repeating: "z", count: 1000))⏎")
        func rows(_ detail: ShowReporter.Detail) -> [Substring] {
            Sample.report([Sample.upload(body, rules: [])]) {
                ShowReporter(to: $0, style: TextStyle(width: 120), detail: detail)
            }.split(separator: "\n").filter { $0.contains("7a 7a") || $0.contains("…") }
        }
        #expect(rows(ShowReporter.Detail(hasHex: true)).contains { $0.hasSuffix("… 616 bytes …") })
        #expect(rows(ShowReporter.Detail(hasHex: true)).count == 16 + 1 + 8)
        #expect(rows(ShowReporter.Detail(part: 1)).count == 63)
    }

    @Test func `missing bytes keep their place in the dump`() {
        let body = BodyBytes([1, 2, 3, 4], gaps: [2..<5, 7..<8])
        let pieces = body.pieces(of: 1..<8)
        #expect(pieces.map(\.range) == [1..<2, 2..<5, 5..<7, 7..<8])
        #expect(pieces.map { $0.bytes.map(Array.init) } == [[2], nil, [3, 4], nil])
        #expect(body.pieces(of: 3..<4).map(\.range) == [3..<4])
    }

    @Test func `a rule is explained with its examples marked`() throws {
        let rule = try #require(RuleCatalogue.ofForms.rule("delimiter/missing-close"))
        let sink = StringSink()
        RuleExplanation(rule, style: TextStyle()).write(to: sink)
        #expect(sink.text.hasPrefix("error[delimiter/missing-close]: no close delimiter\n\n"))
        #expect(sink.text.contains("  | 1␍␊\n  |    ^\n"))
        #expect(sink.text.contains("RFC 2046 §5.1.1  https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1"))
    }

    @Test(arguments: RuleCatalogue.ofForms.all.map(\.id))
    func `every rule can be explained at any width`(_ id: String) throws {
        let rule = try #require(RuleCatalogue.ofForms.rule(id))
        for width in [40, 80] {
            let sink = StringSink()
            RuleExplanation(rule, style: TextStyle(width: width)).write(to: sink)
            let long = sink.text.split(separator: "\n").dropFirst().filter { line in
                String(line).columns > width && !line.contains("https://") && !line.contains("§")
            }
            #expect(long.allSatisfy { !$0.hasPrefix("  |") })
        }
    }

    @Test func `the page of rules has a heading a rule, and closes its fences`() {
        let sink = StringSink()
        RulesMarkdown.write(RuleCatalogue.ofForms.all, to: sink)
        let lines = sink.text.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("## ") && $0.contains("/") } == RuleCatalogue.ofForms.all.count)
        #expect(lines.count { $0.hasPrefix("```") }.isMultiple(of: 2))
    }
}
