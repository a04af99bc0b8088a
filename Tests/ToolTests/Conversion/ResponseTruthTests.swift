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
        let written = try Self.formats.map { (format: $0, file: try Converted(log, to: $0)) }
        // Nothing is written where the log has no request whole.
        for (format, file) in written where file.run.status != .fine {
            #expect(format == "http", "\(format): \(file.run.diagnostics)")
        }
        let judged = written.filter { $0.file.run.status == .fine }
        let paths = judged.map { format, file in (format, format == "http" ? file.folder.path : file.path) }
        let folder = try TemporaryFolder()
        var found = try #require(try Self.contents(of: [("log", log)] + paths, in: folder.path))
        try #require(found.count == paths.count + 1)
        let truth = found.removeFirst()
        for (format, file) in written {
            let index = judged.firstIndex { $0.format == format }
            try expectTruth(truth, in: file, as: format, index.map { found[$0] } ?? [])
        }
    }

    private func expectTruth(
        _ truth: [Content],
        in converted: Converted,
        as format: String,
        _ written: [Content]
    ) throws {
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

    /// The contents in each of some files: Python is asked once for all.
    private static func contents(of files: [(kind: String, path: String)], in folder: String) throws
        -> [[Content]]?
    {
        let script = Checkout.path("Tests/ToolTests/Conversion/Judges/responses.py")
        let arguments = files.map { "\($0.kind) '\($0.path)'" }.joined(separator: " ")
        let lines = try Judge.output(of: "python3 '\(script)' \(arguments)", in: folder)?.split(
            separator: "\n"
        )
        return lines?.split(separator: "--", omittingEmptySubsequences: false).dropLast().map { lines in
            lines.map { Content(words: $0.split(separator: " ").map(String.init)) }
        }
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
