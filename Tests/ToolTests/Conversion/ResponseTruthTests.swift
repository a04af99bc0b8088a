import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// Contents of responses after a conversion: those that Python reads from the proxy's log itself.
struct ResponseTruthTests {
    private static let hasJudges = Judge.has("python3") && Judge.has("tshark")
    private static let formats = ["har", "http", "pcapng"]
    private static let own = CaptureFolder.captures.filter { !$0.holdsPackets }.map(\.path)
    private static let recorded = TestScope.sample(
        of: Corpora.captures.files.filter { file in ["har", "mitm", "txt"].contains(file.format) }.map(
            \.path
        ),
        atMost: 3,
        seed: 2
    )

    /// Logs that other projects publish, with responses in them; some of them at the desk, as reading them takes Python
    /// and tshark a while.
    private static let published: [String] = {
        let har = "janodvarko+harviewer/selenium/tests/hars"
        let gatling = "gatling+gatling/gatling-recorder/src/test/resources/har"
        let mitmproxy = "mitmproxy+mitmproxy/test/mitmproxy/data"
        let names = [
            "karimovaa+homework/charles.chls", "karimovaa+homework/charles.chlsj",
            "ddahlin+grimlock_new/session.chls", "ddahlin+grimlock_new/session.chlsj",
            "cbxss+charles-mcp/tests/fixtures/sample.chlsj", "Inna-Ovsepyan+Charles/Charles_HW_1.chlsx",
            "zyfAnd+shortvideo-analysis/3.chlz", "joelverhagen+SAZ/test/SAZ.Test/TestData/httpbin-test.saz",
            "haga-rak+fluxzy.core/test/Fluxzy.Tests/_Files/Archives/minimal.saz",
            "haga-rak+fluxzy.core/test/Fluxzy.Tests/_Files/Archives/with-payload.har",
            "hrbrmstr+burrp/inst/extdata/hottest_year.xml",
            "SvenskaSpel+har2locust/tests/inputs/reqres.in.har",
            "haralyzer+haralyzer/tests/data/humanssuck.net.har", "mrichman+hargo/test/en.wikipedia.org.har",
            "\(har)/www-cnn-com.har", "\(har)/multiple-pages.har", "\(har)/issue-21/post-empty-post-data.har",
            "\(gatling)/charles42/multipart.har", "\(gatling)/charles42/form.har",
            "\(gatling)/chrome61/multipart.har", "\(gatling)/firefox56/redirect-post.har",
            "\(mitmproxy)/dumpfile-010.mitm", "\(mitmproxy)/dumpfile-018.mitm",
            "\(mitmproxy)/dumpfile-7.mitm",
            "\(mitmproxy)/flows/corrupted_gzip_body.mitm", "\(mitmproxy)/flows/corrupted_gzip_body.har",
            "\(mitmproxy)/flows/successful_log.mitm", "\(mitmproxy)/flows/successful_log.har",
            "\(mitmproxy)/flows/websocket.mitm", "\(mitmproxy)/har_files/chrome.har",
            "\(mitmproxy)/har_files/head-content-length.har", "\(mitmproxy)/har_files/insomnia.har",
        ]
        let paths = names.compactMap { name in Corpora.corpora.path.map { "\($0)/\(name)" } }
        return TestScope.sample(of: paths, atMost: 4, seed: 1)
    }()

    @Test(.enabled(if: hasJudges, "needs python3 and tshark"), arguments: own)
    func `responses of the project's own logs are those that Python finds`(_ log: String) throws {
        try expectTruth(log)
    }

    @Test(
        .needs(.captures),
        .enabled(if: hasJudges, "needs python3 and tshark"),
        arguments: recorded
    )
    func `responses of recorded logs are those that Python finds`(_ log: String) throws {
        try expectTruth(log)
    }

    @Test(
        .needs(.corpora),
        .enabled(if: hasJudges, "needs python3 and tshark"),
        arguments: published
    )
    func `responses of published logs are those that Python finds`(_ log: String) throws {
        try expectTruth(log)
    }

    private func expectTruth(_ log: String) throws {
        let folder = try TemporaryFolder()
        // What it finds in the log is the same whatever the log is converted to.
        let truth = try #require(try judged("log", log, in: folder.path))
        for format in Self.formats { try expectTruth(truth, of: log, in: format) }
    }

    private func expectTruth(_ truth: [Content], of log: String, in format: String) throws {
        let converted = try Converted(log, to: format)
        let folder = converted.folder.path
        let path = format == "http" ? folder : converted.path
        // Nothing is written where the log has no request whole.
        let isWritten = converted.run.status == .fine
        #expect(isWritten || format == "http", "\(format): \(converted.run.diagnostics)")
        let written = isWritten ? try #require(try judged(format, path, in: folder)) : []
        guard truth.first?.number != "*" else {
            // Of Java's objects, Python finds the arrays, and not what they belong to.
            let arrays = Set(truth.map(\.held) + [Content.nothing])
            #expect(!written.isEmpty && arrays.isSuperset(of: written.map(\.held)))
            return
        }
        for content in truth {
            let found = written.first { $0.number == content.number }
            if format == "http", found == nil {
                let lacksRequest = converted.run.diagnostics.contains("bytes of the request are not")
                #expect(content.held == Content.absent || lacksRequest, "\(content)")
            } else {
                content.expectSame(found, isArchive: format == "har")
            }
        }
    }

    private func judged(_ kind: String, _ path: String, in folder: String) throws -> [Content]? {
        let script = Checkout.path("Tests/ToolTests/Conversion/Judges/responses.py")
        return try Judge.output(of: "python3 '\(script)' \(kind) '\(path)'", in: folder)?
            .split(separator: "\n").map { Content(words: $0.split(separator: " ").map(String.init)) }
    }

    /// What Python prints of one response.
    private struct Content {
        static let absent = "absent"
        /// SHA-256 of no bytes.
        static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

        var number: String
        var held: String
        var plain: String
        var isStored: Bool

        init(words: [String]) {
            number = words[0]
            held = words[1]
            plain = words.count > 2 ? words[2] : words[1]
            isStored = words.last == "stored"
        }

        /// Holds what was written to what the log has.
        func expectSame(_ written: Content?, isArchive: Bool) {
            switch (isArchive, plain) {
            // An archive has the content without its coding; Python does not know each of these.
            case (true, "?"): #expect(written != nil && written?.held != held, "exchange \(number)")
            case (true, "-"): #expect(written?.held == held, "exchange \(number)")
            case (true, _): #expect(written?.held == plain, "exchange \(number)")
            case (false, _):
                #expect(written?.held == (isStored ? Self.nothing : held), "exchange \(number)")
            }
        }
    }
}
