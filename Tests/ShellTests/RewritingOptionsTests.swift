import ArgumentParser
import Filters
import Forms
import Reporting
import Rewriting
import TestSupport
import Testing

@testable import Shell

/// The options by which forms are rewritten.
struct RewritingOptionsTests {
    private func settings(_ arguments: String...) throws -> RewritingSettings? {
        try RewritingOptions.parse(arguments)
            .settings(in: Terminal(output: StringSink(), diagnostics: StringSink()))
    }

    private func failure(_ arguments: String...) -> String? {
        do {
            _ = try RewritingOptions.parse(arguments)
                .settings(in: Terminal(output: StringSink(), diagnostics: StringSink()))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `files are named as -F names them, and found again for each form`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("one".utf8), to: "a.png")
        let settings = try #require(
            try settings("--attach", "photo=@\(path);type=image/x;filename=b.png", "--drop-field", "old")
        )
        #expect(try settings.prepared().attachments.first?.files.map(\.length) == [3])
        _ = try folder.write(Array("longer".utf8), to: "a.png")
        let rewriting = try settings.prepared()
        #expect(rewriting.attachments.first?.files.map(\.length) == [6])
        #expect(rewriting.dropped.map(\.description) == ["old"])
        #expect(
            try self.settings("--attach", "*TOKEN*=@\(path),\(path)")?.prepared().attachments.first?.files
                .count == 2
        )
        #expect(try self.settings() == nil)
    }

    @Test func `only POST requests whose URL matches are concerned`() throws {
        let settings = try #require(
            try settings(
                "--drop-field",
                "x",
                "--attach-url",
                "||a.example^",
                "--attach-url",
                "@@||a.example/no"
            )
        )
        func concerns(_ url: String, _ method: String = "POST") throws -> Bool {
            let request = try #require(FilterRequest(url: url, method: method, fields: nil))
            return settings.concerns(request, method: method)
        }
        #expect(try concerns("http://www.a.example/up"))
        #expect(try !concerns("http://www.a.example/up", "GET") && !concerns("http://b.example/"))
        #expect(try !concerns("http://a.example/no/x"))
        #expect(settings.mayConcern(host: "a.example") && !settings.mayConcern(host: "b.example"))
        #expect(try #require(try self.settings("--drop-field", "x")).mayConcern(host: "b.example"))
    }

    @Test func `what is wrong is said with the option`() {
        #expect(failure("--attach", "photo")?.contains("--attach 'photo': must be a name") == true)
        #expect(failure("--attach", "photo=@/none/x")?.contains("/none/x: no such file") == true)
        #expect(failure("--attach", "photo=@-")?.contains("standard input: cannot be attached") == true)
        #expect(failure("--attach", "photo=x;encoder=y")?.contains("--attach 'photo=…;encoder='") == true)
        #expect(
            failure("--drop-field", "x", "--attach-url", "a$scirpt")?.contains("no option 'scirpt'") == true
        )
        #expect(
            failure("--attach-url", "a")?.contains("--attach-url takes --attach or --drop-field.") == true
        )
    }
}
