import Bytes
import Cryptography
import Exchanges
import Forms
import Foundation
import Pipeline
import TestSupport
import Testing

/// Logs of proxies, browsers and curl, held to what the server that took the uploads wrote down.
struct LogTests {
    private static let logs = Corpora.captures.files.filter { file in
        ["har", "mitm", "txt"].contains(file.format) && file.truthPath != nil
    }

    @Test(arguments: CaptureFolder.captures.filter { !$0.holdsPackets })
    func `a log of the project has the uploads that the server saw`(_ capture: CaptureFile) throws {
        try expectTruth(capture)
    }

    @Test(.needs(.captures), arguments: logs)
    func `a recorded log has the uploads that the server saw, as far as it proves them`(
        _ capture: CaptureFile
    ) throws {
        try expectTruth(capture)
    }

    private func expectTruth(_ capture: CaptureFile) throws {
        let truth = try capture.truth()
        let collected = try CollectedCapture.read(capture.path)
        let uploads = collected.posts
        #expect(uploads.count == truth.requests.count)
        #expect(collected.problems.isEmpty)
        for (upload, expected) in zip(uploads, truth.requests) {
            let exchange = upload.exchange
            let request = try #require(exchange.request)
            let words = expected.requestLine.split(separator: " ")
            #expect(exchange.method == words[0])
            #expect(exchange.url()?.hasSuffix(words[1]) == true)
            expectFields(request, expected)
            switch exchange.fidelity {
            case .heads:
                #expect(upload.form == nil)
                #expect(request.content.missingBytes == expected.bodyLength)
            case .text: #expect(upload.form?.parts.count == expected.parts?.count)
            case .body, .wire:
                #expect(request.content.bodyLength == expected.bodyLength)
                #expect(HashFunction.sha256.digest(of: upload.body ?? []).text == expected.bodySHA256)
                #expect(upload.digests == expected.parts?.map(\.sha256))
            }
        }
    }

    @Test(.needs(.captures), arguments: ["mitm-dev-proxy", "mitm-dev-reverse", "mitm-dev-charset"])
    func `a proxy's flows and its HAR hold the same uploads as the packets beside them`(_ name: String) throws
    {
        let folder = try #require(Corpora.captures.path)
        let flows = try CollectedCapture.read("\(folder)/\(name).mitm").posts
        let archive = try CollectedCapture.read("\(folder)/\(name).har").posts
        let packets = try CollectedCapture.read("\(folder)/\(name).pcap").posts
        #expect(flows.map(\.exchange.target) == archive.map(\.exchange.target))
        for (flow, entry) in zip(flows, archive) where entry.exchange.fidelity == .body {
            #expect(flow.body == entry.body)
        }
        #expect(flows.allSatisfy { $0.exchange.fidelity == .body })
        // The packets of uploads in TLS say nothing without its keys.
        let plain = flows.filter { $0.exchange.url()?.hasPrefix("http:") == true }
        let whole = zip(plain, packets.filter { $0.exchange.request?.head.framing != .h2Data })
            .filter {
                $0.1.exchange.request.map {
                    $0.content.completion == .complete && $0.content.missingBytes == 0
                } ?? false
            }
        #expect(!whole.isEmpty)
        for (flow, upload) in whole {
            #expect(flow.body == upload.body)
            #expect(upload.exchange.fidelity == .wire)
        }
    }

    // MARK: Charles

    /// What a session and its twin in JSON have in common.
    private struct Transaction: Hashable {
        var method: String
        var url: String?
        var status: Int?
        var start: Timestamp?
        var fields: [String]
        var responseFields: [String]
        var client: String?

        init(_ inspected: InspectedExchange) {
            let exchange = inspected.exchange
            method = exchange.method
            url = exchange.url()
            status = exchange.status
            start = exchange.request?.arrival.startedAt
            fields = Self.lines(exchange.request)
            responseFields = Self.lines(exchange.response)
            client = exchange.client.map { "\($0)" }
        }

        private static func lines(_ message: Message?) -> [String] {
            guard let fields = message?.head.fields else { return [] }
            return fields.lines.map { fields.text($0.name) + ": " + fields.text($0.value) }
        }
    }

    @Test(
        .needs(.corpora),
        arguments: [
            ("karimovaa+homework/charles", 6, 2), ("ddahlin+grimlock_new/session", 12, 0),
        ]
    )
    func `Charles's native session equals its twin in JSON, and has the uploads that this lost`(
        _ stem: String,
        _ count: Int,
        _ uploads: Int
    ) throws {
        let folder = try #require(Corpora.corpora.path)
        let native = try CollectedCapture.read("\(folder)/\(stem).chls")
        let twin = try CollectedCapture.read("\(folder)/\(stem).chlsj")
        #expect(native.capture?.format == "charles" && twin.capture?.format == "charles-json")
        #expect(native.problems.isEmpty && twin.problems.isEmpty)
        #expect(twin.exchanges.count == count)
        let transactions = Set(native.exchanges.map(Transaction.init))
        #expect(transactions.isSuperset(of: twin.exchanges.map(Transaction.init)))
        #expect(native.uploads.count == uploads && twin.uploads.isEmpty)
        for upload in native.uploads {
            #expect(upload.exchange.fidelity == .body)
            #expect(upload.body?.count == upload.exchange.request?.head.declaredLength)
            #expect(upload.form?.parts.count == 3 && upload.form?.close != nil)
        }
        let lost = twin.exchanges.filter { $0.exchange.fidelity == .heads }
        #expect(lost.count == uploads)
    }

    @Test(.needs(.corpora), arguments: LogCount.all)
    func `logs that others publish are read whole`(_ count: LogCount) throws {
        let folder = try #require(Corpora.corpora.path)
        let collected = try CollectedCapture.read("\(folder)/\(count.name)")
        #expect(collected.capture?.format == count.format)
        #expect(collected.exchanges.count == count.exchanges)
        #expect(collected.uploads.count == count.uploads)
        #expect(collected.problems.isEmpty)
    }

    private func expectFields(_ request: Message, _ expected: TruthRequest) {
        // HTTP/2 has neither Host nor Connection, and names in lowercase; browsers' logs sort fields.
        let own: Set<String> = ["host", "connection", "proxy-connection", "transfer-encoding"]
        let fields = request.head.fields.lines.map { line in
            (request.head.fields.text(line.name).lowercased(), request.head.fields.text(line.value))
        }
        let lines = expected.requestHeaders.map { header in
            let name = header.prefix { $0 != ":" }
            return (name.lowercased(), String(header.dropFirst(name.count + 2)))
        }
        let found = Set(
            fields.filter { !$0.0.hasPrefix(":") && !own.contains($0.0) }.map { "\($0.0): \($0.1)" }
        )
        #expect(found == Set(lines.filter { !own.contains($0.0) }.map { "\($0.0): \($0.1)" }))
    }
}

/// A log that another project publishes, and what its own tools count in it.
struct LogCount: Sendable, CustomTestStringConvertible {
    /// The path below the folder of corpora.
    let name: String
    /// The format.
    let format: String
    /// How many exchanges it has.
    let exchanges: Int
    /// How many forms can be read in it.
    let uploads: Int

    var testDescription: String { name }

    private init(_ name: String, _ format: String, _ exchanges: Int, _ uploads: Int = 0) {
        self.name = name
        self.format = format
        self.exchanges = exchanges
        self.uploads = uploads
    }

    /// The logs.
    static let all = [
        LogCount("zyfAnd+shortvideo-analysis/3.chlz", "charles-zip", 3),
        LogCount("Inna-Ovsepyan+Charles/Charles_HW_1.chlsx", "charles-xml", 1),
        LogCount("cbxss+charles-mcp/tests/fixtures/sample.chlsj", "charles-json", 5),
        LogCount("hrbrmstr+burrp/inst/extdata/hottest_year.xml", "burp-xml", 15),
        LogCount("haga-rak+fluxzy.core/test/Fluxzy.Tests/_Files/Archives/minimal.saz", "saz", 5),
        LogCount("joelverhagen+SAZ/test/SAZ.Test/TestData/httpbin-test.saz", "saz", 6),
        LogCount("ludoviclefevre+node-saz-parser/test/multipleSessions.saz", "saz", 4),
        LogCount("janm-dd (unknown repo)/curl-trace-ascii-multipart.txt", "curl-trace", 1, 1),
        LogCount(
            "gatling+gatling/gatling-recorder/src/test/resources/har/chrome61/multipart.har",
            "har",
            2,
            1
        ),
        LogCount("gatling+gatling/gatling-recorder/src/test/resources/har/charles42/multipart.har", "har", 2),
        LogCount("janodvarko+harviewer/selenium/tests/hars/www-cnn-com.har", "har", 22),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/har_files/insomnia.har", "har", 1),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/dumpfile-010.mitm", "mitmproxy", 1),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/dumpfile-011.mitm", "mitmproxy", 1),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/dumpfile-018.mitm", "mitmproxy", 1),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/dumpfile-7.mitm", "mitmproxy", 2),
        LogCount("mitmproxy+mitmproxy/test/mitmproxy/data/flows/websocket.mitm", "mitmproxy", 3),
    ]
}
