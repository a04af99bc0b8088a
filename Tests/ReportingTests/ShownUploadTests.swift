import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Testing

@testable import Reporting

/// What `show` says of an upload.
struct ShownUploadTests {
    private static let header = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"

    /// An upload of pieces, with gaps of some bytes between them.
    private func upload(_ pieces: [String], gap: Int) -> InspectedExchange {
        var upload = Sample.upload(Sample.clean)
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        for (index, piece) in pieces.enumerated() {
            if index > 0 { reader.gap(length: gap) }
            reader.push(Array(piece.utf8).span.bytes)
        }
        let form = reader.finish()
        upload = upload.changed {
            $0.form = form
            $0.exchange.request = $0.exchange.request?.changed {
                $0.content.bodyLength = form.length
                $0.content.missingBytes = gap * (pieces.count - 1)
                $0.content.completion = .complete
            }
        }
        return upload
    }

    private func parts(_ upload: InspectedExchange) -> [String] {
        PartTable(upload, part: nil, style: TextStyle()).rows
    }

    private func body(_ upload: InspectedExchange) -> String? {
        ExchangeHead(upload, path: "x.pcap", style: TextStyle()).bodyWords
    }

    @Test func `bytes that the capture lacks are no preamble`() {
        let pieces = ["lost", "\r\n--AaB03x\r\n\(Self.header)1\r\n--AaB03x--\r\n"]
        #expect(
            parts(upload(pieces, gap: 60))
                .contains("64 bytes before the first part, of which the capture lacks 60")
        )
        #expect(parts(upload([pieces.joined()], gap: 0)).contains("preamble of 4 bytes"))
    }

    @Test func `a close delimiter may stand in a gap`() {
        let pieces = ["--AaB03x\r\n\(Self.header)1", ""]
        #expect(parts(upload(pieces, gap: 40)).contains("no close delimiter in what was captured"))
        #expect(parts(upload([pieces[0]], gap: 0)).contains("no close delimiter"))
    }

    @Test func `a body with a gap is not called complete`() {
        let pieces = ["--AaB03x\r\n\(Self.header)1", "\r\n--AaB03x--\r\n"]
        #expect(body(upload(pieces, gap: 40))?.hasSuffix("40 missing from the capture") == true)
        #expect(body(upload([pieces.joined()], gap: 0))?.contains(", complete") == true)
    }

    @Test func `of a response it says that it breaks off`() {
        var response = MessageDraft()
        response.head.framing = .contentLength
        response.head.declaredLength = 100
        response.content.bodyLength = 7
        response.content.completion = .closedEarly
        #expect(
            ExchangeHead.bodyWords(of: Message(response))
                == "7 bytes, framed by content-length, 100 declared, cut off: the server closed the connection"
        )
        response.content.bodyLength = 100
        response.content.completion = .complete
        #expect(ExchangeHead.bodyWords(of: Message(response)) == "100 bytes, framed by content-length")
    }

    @Test func `of a message whose head is longer than is read it says that, and not that it breaks off`() {
        let words = "not read: the head before it is longer than is read"
        var response = MessageDraft()
        response.head.isTooLong = true
        response.content.completion = .captureEnded
        #expect(ExchangeHead.bodyWords(of: Message(response)) == words)
        let upload = Sample.upload(Sample.clean).changed {
            $0.exchange.request = $0.exchange.request?.changed { $0.head.isTooLong = true }
        }
        #expect(body(upload) == words)
    }

    @Test func `fields after a body are shown`() {
        var upload = Sample.upload(Sample.clean)
        let fields = FieldSection(parsing: Array("X-Sum: \u{1B}1\r\n".utf8), base: 0)
        upload = upload.changed {
            $0.exchange.request = $0.exchange.request?.changed { $0.content.trailers = fields }
        }
        let rows = ExchangeHead(upload, path: "x.pcap", style: TextStyle()).request
        #expect(rows.last == "trailer   X-Sum: \\x1B1")
    }

    @Test func `receivers are told of what is as bad as its rule`() {
        var upload = Sample.upload(Sample.unclosed)
        #expect(upload.rulesFound == ["delimiter/missing-close"])
        var report = RuleReport()
        if let rule = RuleCatalogue.ofForms.rule("delimiter/missing-close") { milden(rule, in: &report) }
        upload = upload.changed { $0.findings[0].finding = report.findings[0] }
        #expect(report.findings[0].severity == .note)
        #expect(upload.rulesFound.isEmpty)
    }

    private func milden(_ rule: some Rule, in report: inout RuleReport) {
        report.add(rule, "x", at: 0..<1, severity: .note)
    }

    /// The words on the encoder of an upload with a boundary and a User-Agent.
    private func encoder(_ boundary: String, agent: String) throws -> [String] {
        var upload = Sample.upload(Sample.clean)
        let head =
            "Host: h\r\nUser-Agent: \(agent)\r\nAccept: */*\r\nContent-Length: 1\r\n"
            + "Content-Type: multipart/form-data; boundary=\(boundary)\r\n"
        let fields = FieldSection(parsing: Array(head.utf8), base: 0)
        upload = upload.changed {
            $0.exchange.request = $0.exchange.request?.changed { $0.head.fields = fields }
            $0.form = nil
        }
        return try #require(upload.client).rows
    }

    @Test func `a program of another name may use an encoder`() throws {
        let boundary = "------------------------7410553a6a53d7357410aB"
        #expect(
            try encoder(boundary, agent: "NetSurf/3.10").last
                == "its User-Agent, “NetSurf/3.10”, names another program, which may use this encoder"
        )
        #expect(try encoder(boundary, agent: "curl/8.5.0").count == 1)
    }

    @Test func `of an encoder that is not known some habits tell enough`() throws {
        let rows = try encoder("2905b24c-19ef-4de0-8921-ba5c11ad8cb6", agent: "MyApp/1")
        #expect(rows[0].hasPrefix("unknown: the boundary might be one of "))
        #expect(rows.count <= 5)
    }
}
