import Foundation
import TestSupport
import Testing

/// Servers that are probed: ones that answer, and ones that lie, hang or flood.
struct ProbeTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    /// What an adapter would answer for two fields, a and z, with the contents 1 and 2.
    private static let echo = """
        [["a", null, 1, "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"],
         ["z", null, 1, "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"]]
        """

    private static func answer(_ content: String) -> ScriptedServer.Answer {
        .bytes("\(ok)Content-Length: \(content.utf8.count)\r\n\r\n\(content)")
    }

    private static func probe(_ server: ScriptedServer, _ options: String...) throws -> LiveRun {
        try LiveRun(["probe", "http://127.0.0.1:\(server.port)/up"] + options)
    }

    private static func outcomes(_ run: LiveRun) throws -> [String] {
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        )
        #expect(json["schema"] as? String == "partwise.probe/1")
        return try #require(json["results"] as? [[String: Any]]).map { "\($0["outcome"] ?? "")" }
    }

    @Test func `bodies arrive byte for byte, and what is sent is said before`() throws {
        let server = try ScriptedServer { _, _ in Self.answer(Self.echo) }
        let run = try Self.probe(
            server,
            "--filter",
            "ok-two-fields",
            "--filter",
            "ct-boundary-nonascii",
            "-H",
            "X-A: 1"
        )
        #expect(run.status == 0)
        #expect(run.output.contains("= reads as meant                            2\n"))
        #expect(run.diagnostics.hasPrefix("partwise: sending 2 bodies in "))
        #expect(
            run.diagnostics.contains(
                " to http://127.0.0.1:\(server.port)/up, each on a connection of its own\n"
            )
        )
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests[0].hasPrefix("POST /up HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        #expect(requests[0].contains("\r\nX-A: 1\r\n") && requests[0].contains("\r\nConnection: close\r\n"))
        #expect(requests[0].hasSuffix("\r\n\r\n2\r\n--AaB03x--\r\n"))
        #expect(requests[1].contains("\r\nContent-Type: multipart/form-data; boundary=Ã©1\r\n"))
        #expect(requests[1].hasSuffix("--Ã©1--\r\n"))
    }

    @Test(
        arguments: [
            (.bytes("\(ok)Content-Length: 2\r\n\r\n{]"), "unread"),
            (.bytes("\(ok)Content-Length: 200\r\n\r\n\(echo.prefix(50))"), "unread"),
            (.bytes("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"), "unread"),
            (.bytes("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n"), "refused"),
            (.bytes("SSH-2.0-x\r\n"), "closed"), (.close, "closed"), (.hang, "hangs"),
            (.flood("\(ok)\r\n", String(repeating: "y", count: 65_536)), "unread"),
            (
                .flood("\(ok)Content-Length: 99999999999\r\n\r\n", String(repeating: "y", count: 65_536)),
                "unread"
            ),
            (.flood("", "HTTP/1.1 102 Processing\r\n\r\n"), "hangs"),
            (.flood("\(ok)X-A: ", String(repeating: "y", count: 65_536)), "unread or hangs"),
            (.trickle("\(ok)\r\n"), "hangs"), (.trickle(""), "hangs"), (.trickle("\(ok)X-A: "), "hangs"),
        ] as [(ScriptedServer.Answer, String)]
    )
    func `a server that does not answer well is bounded and told apart`(
        answer: ScriptedServer.Answer,
        outcome: String
    ) throws {
        let server = try ScriptedServer { _, _ in answer }
        let start = ContinuousClock.now
        // A machine with other work to do may answer late what is answered at all.
        let options = ["--filter", "ok-f*", "--filter", "ok-t*", "--format", "json"]
        let limit = outcome.hasSuffix("hangs") ? "1" : "60"
        let run = try LiveRun(["probe", "http://127.0.0.1:\(server.port)/", "--timeout", limit] + options)
        #expect(run.status == 0)
        let outcomes = try Self.outcomes(run)
        // The limit on heads and that on the time are near each other.
        let expected = outcome.split(separator: " or ").map(String.init)
        #expect(outcomes.count == 2 && outcomes.allSatisfy(expected.contains), "\(run.output)")
        // Two bodies, a second each at most, on a machine with other work to do.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(.disabled(if: TestScope.isSanitized, "a sanitizer takes more address space than it is given"))
    func `a flood does not fill the memory`() throws {
        let server = try ScriptedServer { _, _ in
            .flood("\(Self.ok)\r\n", String(repeating: "y", count: 1 << 20))
        }
        let run = try LiveRun(
            shell: """
                ulimit -v 4000000; exec '\(LiveRun.url(of: "partwise-live").path)' probe \
                http://127.0.0.1:\(server.port)/ --jobs 8 --timeout 5
                """
        )
        #expect(run.status == 0)
        #expect(run.output.contains("the answer is longer than 1,048,576 bytes"))
    }

    @Test func `a server that is not there is an input that cannot be read`() throws {
        let port = ClosedPort()
        let run = try LiveRun(["probe", "http://127.0.0.1:\(port.number)/"])
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.diagnostics.contains("cannot be connected to: connection refused"))
    }

    @Test func `where the server goes away, what was read is written, and the last body named`() throws {
        let server = try ScriptedServer { _, number in number == 3 ? .vanish : Self.answer(Self.echo) }
        let run = try Self.probe(server, "--filter", "conforming", "--format", "json")
        #expect(run.status == 3)
        // The system may take one connection more before the server is gone.
        let last = try #require([3: "ok-no-final-crlf", 4: "ok-empty-value"][try Self.outcomes(run).count])
        #expect(run.diagnostics.contains("connection refused, after \(last) was sent\n"))
    }

    @Test(arguments: [
        "http://192.0.2.1/", "http://[2001:db8::1]/", "http://169.254.169.254/", "http://[::ffff:8.8.8.8]/",
    ])
    func `a public address is not probed`(url: String) throws {
        let run = try LiveRun(["probe", url])
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("is a public address: --i-own-this-server"))
    }

    @Test(arguments: [
        ["probe"], ["probe", "ftp://127.0.0.1/"], ["probe", "http://127.0.0.1/", "--filter", "nothing"],
        ["probe", "http://127.0.0.1/", "-H", "Content-Type: x"],
        ["probe", "http://127.0.0.1/", "--jobs", "0"],
        ["probe", "--adapter", "cobol"], ["probe", "--compare", "a.json"],
        ["probe", "--list", "--grid", "x"],
        ["probe", "http://127.0.0.1/", "--field", "=x"],
        ["probe", "http://127.0.0.1/", "--expect-json", "a..b"],
    ])
    func `a command line that makes no sense sends nothing`(arguments: [String]) throws {
        #expect(try LiveRun(arguments).status == 2)
    }

    @Test func `a field that the server needs stands in a part before the others`() throws {
        let token =
            "[\"csrf\", null, 3, \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"]"
        let server = try ScriptedServer { _, _ in Self.answer("[\(token)," + Self.echo.dropFirst()) }
        let run = try Self.probe(server, "--field", "csrf=abc", "--filter", "ok-two*", "--filter", "bo-bom")
        #expect(run.output.contains("= reads as meant                            1\n"))
        #expect(run.diagnostics.contains("1 body left out, in which --field has no place: bo-bom\n"))
        let start =
            "\r\n\r\n--AaB03x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nabc\r\n--AaB03x\r\n"
        #expect(server.requests.count == 1 && server.requests[0].contains(start))
    }

    @Test func `a page of one's own says by its JSON what it read`() throws {
        let server = try ScriptedServer { text, _ in
            Self.answer(#"{"form": {"a": "1"\#(text.contains("DATA") ? "" : #", "z": "2""#)}, "files": {}}"#)
        }
        let run = try Self.probe(
            server,
            "--expect-json",
            "form",
            "--expect-json",
            "files",
            "--filter",
            "ok-two*",
            "--filter",
            "ok-file",
            "--format",
            "json"
        )
        #expect(try Self.outcomes(run) == ["as-meant", "otherwise"])
        #expect(run.output.contains("loses the file 'f'"))
    }

    @Test func `no more are begun in a second than is asked for`() throws {
        let server = try ScriptedServer { _, _ in Self.answer("[]") }
        let start = ContinuousClock.now
        let run = try Self.probe(server, "--filter", "dl-c*", "--rate", "10", "--jobs", "4")
        #expect(run.status == 0 && server.requests.count >= 5)
        #expect(ContinuousClock.now - start > .milliseconds(400))
    }

    @Test func `Ctrl-C writes what is there`() async throws {
        let server = try ScriptedServer { _, number in number > 2 ? .hang : Self.answer(Self.echo) }
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = LiveRun.url(of: "partwise-live")
        process.arguments = [
            "probe", "http://127.0.0.1:\(server.port)/", "--timeout", "3000", "--format", "json",
        ]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        while server.requests.count < 3 { try await Task.sleep(for: .milliseconds(20)) }
        process.interrupt()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        #expect(text.components(separatedBy: "\"outcome\"").count == 3)
        #expect(said.contains("ended by a signal after 2 of "))
    }

    @Test func `reports are compared, and a page made of each`() throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer { text, _ in Self.answer(text.contains("DATA") ? "[]" : Self.echo) }
        let other = try ScriptedServer { _, _ in Self.answer(Self.echo) }
        let files = ["a.json", "b.json"].map { "\(folder.path)/\($0)" }
        for (server, file) in zip([server, other], files) {
            #expect(try Self.probe(server, "--filter", "ok-*", "--format", "json", "-o", file).output == "")
        }
        #expect(try LiveRun(["probe", "--compare", files[0], files[0]]).status == 0)
        let run = try LiveRun(["probe", "--compare"] + files)
        #expect(run.status == 1)
        #expect(run.output.contains("\n1 of ") && run.output.hasSuffix(" bodies treated differently\n"))
        let page = try LiveRun(["probe", "--compare"] + files + ["--format", "html"])
        #expect(page.status == 1 && page.output.hasPrefix("<!DOCTYPE html>"))
        let missing = try LiveRun(["probe", "--compare", files[0], folder.path + "/none.json"])
        #expect(missing.status == 3 && missing.diagnostics.contains("none.json: cannot be read"))
    }
}
