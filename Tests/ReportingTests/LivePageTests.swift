import Cryptography
import Exchanges
import Foundation
import InspectionRules
import Pipeline
import TestSupport
import Testing

@testable import Reporting

/// The page on exchanges while they come.
struct LivePageTests {
    private func page(file: String? = nil, _ subject: String = "sink on 127.0.0.1:8080") -> String {
        LivePage(subject, file: file, limit: 1_000, version: "0.1.0").text
    }

    private func row(_ exchange: InspectedExchange) throws -> String {
        let row = try JSONDocument(parsing: LivePage.row(exchange))
        return try #require(row["row"]?.text)
    }

    @Test func `the policy allows the page's own script and server, and nothing else`() throws {
        let text = page()
        let start = try #require(text.range(of: "<script>", options: .backwards)?.upperBound)
        let end = try #require(text.range(of: "</script>", options: .backwards)?.lowerBound)
        let digest = Data(HashFunction.sha256.digest(of: Array(text[start..<end].utf8)).bytes)
            .base64EncodedString()
        #expect(
            LivePage.policy.hasPrefix(
                "default-src 'none'; script-src 'sha256-\(digest)'; connect-src 'self'; style-src 'sha256-"
            )
        )
        #expect(LivePage.policy.hasSuffix("; frame-ancestors 'none'"))
        #expect(!PageAssets.report.policy.contains("connect-src"))
    }

    @Test func `the path of the recording is quoted for a shell and escaped for the page`() {
        #expect(page(file: "a.pcapng").contains("{\"limit\":1000,\"file\":\"a.pcapng\"}"))
        #expect(page(file: "a b.pcapng").contains("\"file\":\"'a b.pcapng'\""))
        #expect(page().contains("\"file\":null"))
        let hostile = page(file: "</script><hostile>$(x).pcapng")
        #expect(!hostile.contains("<hostile"))
        #expect(hostile.contains("\"'\\u003c/script\\u003e\\u003chostile\\u003e$(x).pcapng'\""))
    }

    @Test func `a row is that of the report, without its data`() throws {
        let exchange = Sample.upload(Sample.unclosed, number: 7)
        let row = try row(exchange)
        let report = ReportPage([exchange]).text
        let summary = try #require(row.firstMatch(of: /(?s)<summary>.*<\/summary>/)?.output)
        #expect(report.contains(summary))
        #expect(!row.contains("<script"))
        #expect(row.contains("id=\"e0-7\""))
    }

    @Test func `the view has the data of the report and the rules of its findings`() throws {
        let exchange = Sample.upload(Sample.unclosed)
        let view = try JSONDocument(
            parsing: LivePage.view(of: exchange, rules: .ofForms, path: "a", isComplete: true)
        )
        let data = try #require(try ReportPage([exchange]).data.first)
        #expect(
            view["data"]?["findings"]?.elements.first?["rule"]?.text
                == data["findings"]?.elements.first?["rule"]?.text
        )
        #expect(view["rules"]?["delimiter/missing-close"]?["why"]?.text?.isEmpty == false)
        #expect(view["isComplete"] == .bool(true))
    }

    @Test func `hostile names begin no element`() throws {
        var generator = SeededGenerator(5)
        for _ in 0..<200 {
            let text = String(decoding: HostileText.markup.text(using: &generator), as: UTF8.self)
            let body = Sample.clean.replacing("\"a\"", with: "\"\(text.replacing("\"", with: "%22"))\"")
            var exchange = Sample.upload(body, target: "/\(text)")
            exchange = exchange.changed {
                $0.exchange.method = text
                $0.exchange.comment = text
            }
            let row = try row(exchange)
            let tags = row.unicodeScalars.split(separator: "<").dropFirst().map {
                String(String.UnicodeScalarView($0))
            }
            let known = ["details", "/details", "summary", "/summary", "span", "/span", "bdi", "/bdi"]
            #expect(tags.allSatisfy { tag in known.contains { tag.hasPrefix($0) } }, "\(text)")
        }
    }
}
