import ArgumentParser
import Filters
import Forms
import Reporting
import Rewriting
import Shell
import TestSupport
import Testing

@testable import ToolLive

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

    /// The changes of a form that is posted to a URL.
    private func rewriting(
        _ settings: RewritingSettings,
        _ url: String = "http://a.example/up"
    )
        throws -> FormRewriting?
    {
        let request = try #require(FilterRequest(url: url, method: "POST", fields: nil))
        return try settings.rewriting(for: request)
    }

    @Test func `files are named as -F names them, and found again for each form`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("one".utf8), to: "a.png")
        let settings = try #require(
            try settings("--attach", "photo=@\(path);type=image/x;filename=b.png", "--drop-field", "old")
        )
        #expect(try rewriting(settings)?.attachments.first?.files.map(\.length) == [3])
        _ = try folder.write(Array("longer".utf8), to: "a.png")
        let changed = try rewriting(settings)
        #expect(changed?.attachments.first?.files.map(\.length) == [6])
        #expect(changed?.dropped.map(\.description) == ["old"])
        let two = try #require(try self.settings("--attach", "*TOKEN*=@\(path),\(path)"))
        #expect(try rewriting(two)?.attachments.first?.files.count == 2)
        let twice = try #require(
            try self.settings("--attach", "a=@\(path)", "--attach", "b=@\(path)", "--attach", "a=@\(path)")
        )
        #expect(try rewriting(twice)?.attachments.map(\.files.count) == [2, 1])
        #expect(try self.settings() == nil)
    }

    @Test func `only requests whose URL matches are concerned`() throws {
        let settings = try #require(
            try settings(
                "--drop-field",
                "x",
                "--for",
                "||a.example^",
                "--for",
                "@@||a.example/no"
            )
        )
        #expect(try rewriting(settings, "http://www.a.example/up") != nil)
        #expect(try rewriting(settings, "http://b.example/") == nil)
        #expect(try rewriting(settings, "http://a.example/no/x") == nil)
        #expect(settings.mayConcern(host: "a.example") && !settings.mayConcern(host: "b.example"))
        #expect(try #require(try self.settings("--drop-field", "x")).mayConcern(host: "b.example"))
    }

    @Test func `a file of changes has a pattern for each`() throws {
        let folder = try TemporaryFolder()
        let image = try folder.write(Array("one".utf8), to: "a b.png")
        let text = """
            ! changes
              # more ||b.example^ drop x

            ||a.example^   attach  photo=@"\(image)";type=image/x\r
            \t*/up*$method=post drop old field
            *$method=post drop a # b
            """
        let path = try folder.write(Array(text.utf8), to: "changes.txt")
        let settings = try #require(try settings("--changes", path))
        let both = try rewriting(settings, "http://a.example/up/x")
        #expect(both?.attachments.first?.files.map(\.path) == [image])
        #expect(both?.dropped.map(\.description) == ["old field", "a # b"])
        #expect(try rewriting(settings, "http://a.example/")?.dropped.count == 1)
        #expect(try rewriting(settings, "http://b.example/up/x")?.attachments.isEmpty == true)
        #expect(try rewriting(settings, "http://b.example/")?.dropped.map(\.description) == ["a # b"])
    }

    @Test(arguments: [
        ("||a.example^", "must be a pattern of URLs, then attach FIELD=@FILE, drop FIELD, map SERVER"),
        ("* keep x", "must be a pattern of URLs, then attach FIELD=@FILE, drop FIELD, map SERVER"),
        ("/a.+b/ drop x", "'/a.+b/': it is not read here: 1 regular expression"),
        ("a$scirpt drop x", "'a$scirpt': there is no option 'scirpt'"),
        ("* attach photo", "attach 'photo': must be a name, an equals sign and a value"),
    ])
    func `a faulty line of such a file is named`(_ line: String, _ reason: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("! first\n\(line)\n".utf8), to: "changes.txt")
        #expect(failure("--changes", path)?.contains("changes.txt:2: \(reason)") == true)
    }

    @Test func `what is wrong is said with the option`() {
        #expect(failure("--attach", "photo")?.contains("--attach 'photo': must be a name") == true)
        #expect(failure("--attach", "photo=@/none/x")?.contains("/none/x: no such file") == true)
        #expect(failure("--attach", "photo=@-")?.contains("standard input: cannot be attached") == true)
        #expect(failure("--attach", "photo=x;encoder=y")?.contains("--attach 'photo=…;encoder='") == true)
        let faulty = failure("--drop-field", "x", "--for", "a$scirpt")
        #expect(faulty?.contains("--for: 'a$scirpt': there is no option 'scirpt'") == true)
        #expect(
            failure("--for", "a")?.contains("--for takes --attach, --map or another change.") == true
        )
        #expect(failure("--changes", "/none/rules")?.contains("/none/rules: no such file") == true)
    }

    @Test(arguments: ["--attach=a=@/none/x", "--map-file=/none/x", "--changes=/none/x"])
    func `a file that cannot be read is no fault of the command line`(_ option: String) throws {
        let failure = try #require(throws: CommandFailure.self) {
            _ = try RewritingOptions.parse([option])
                .settings(in: Terminal(output: StringSink(), diagnostics: StringSink()))
        }
        #expect(failure.status == .unreadable)
    }

    @Test func `a request is handled as the last change of each kind says`() throws {
        let folder = try TemporaryFolder()
        let page = try folder.write(Array("x".utf8), to: "a.html")
        let text = """
            ||a.example^ map http://localhost:1
            ||a.example/v2^ map https://localhost:2/
            ||a.example^ set-field X-A: one: two
            ||a.example^ set-field x-a: three
            ||a.example^ remove-field Cookie
            ||b.example^ map-file \(page)
            ||b.example^ delay 1.5
            ||b.example^ throttle 1.5k
            ||b.example^ cut 2M
            """
        let path = try folder.write(Array(text.utf8), to: "changes.txt")
        let settings = try #require(try settings("--changes", path, "--remove-field", "x-a", "--for", "/v3^"))
        func handling(_ url: String) throws -> RequestHandling? {
            settings.handling(of: try #require(FilterRequest(url: url, method: "GET", fields: nil)))
        }
        let first = try #require(try handling("http://a.example/v1"))
        #expect(first.server == "http://localhost:1" && first.removedFields == ["cookie"])
        #expect(first.setFields.map(\.line) == ["x-a: three\r\n"] && first.delay == 0)
        #expect(try handling("http://a.example/v2")?.server == "https://localhost:2")
        #expect(try handling("http://c.example/v3")?.removedFields == ["x-a"])
        #expect(try handling("http://a.example/v3")?.setFields.map(\.line) == ["x-a: three\r\n"])
        let other = try #require(try handling("http://b.example/"))
        #expect(other.file == page && other.delay == 1_500 && other.bytesPerSecond == 1_500)
        #expect(other.cutAfter == 2_000_000)
        #expect(try handling("http://c.example/") == nil && !settings.rewritesForms)
    }

    @Test(arguments: [
        ("--map", "localhost:80", "must be a scheme, a host and a port"),
        ("--map", "http://a:99999", "must be a scheme, a host and a port"),
        ("--map-file", "/dev/null", "/dev/null': it is not a regular file"),
        ("--map", "http://a/path", "the path stays the request's"),
        ("--map-file", "/none/x", "/none/x': no such file"), ("--map-file", "/", "'/': is a directory"),
        ("--set-field", "no colon", "must be 'Name: value'"),
        ("--set-field", "a b: c", "is not the name of a field"),
        ("--set-field", "a: b\u{0D}\nc: d", "has control characters"),
        ("--set-field", "Content-Length: 1", "says how the request is framed"),
        ("--remove-field", "transfer-encoding", "says how the request is framed"),
        ("--delay", "-1", "must be a time up to an hour"),
        ("--delay", "2h", "must be a time up to an hour"),
        ("--throttle", "3", "must be bytes a second from 16 on"),
        ("--cut", "many", "must be a number of bytes"),
    ])
    func `an argument that cannot be read is named`(_ option: String, _ value: String, _ reason: String) {
        #expect(failure(option + "=" + value)?.contains(reason) == true)
        #expect(failure(option + "=" + value)?.contains(option) == true)
    }
}
