import Foundation
import TestSupport
import Testing

/// What becomes of a form that would have to be sent again, and of a server that never answers.
struct SendAgainTests {
    private static let program = LiveRun.url(of: "partwise-live").path

    @Test func `standard input is sent again only where that is possible`() throws {
        let sink = try SinkProcess()
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("content".utf8), to: "f")
        let send = "\(Self.program) send http://127.0.0.1:\(sink.port)/401/up --user u:p -F f=@-"
        let piped = try LiveRun(shell: "printf content | \(send)")
        #expect(piped.status == 3)
        #expect(piped.diagnostics.contains("standard input: was read already"), "\(piped.diagnostics)")
        let whole = try LiveRun(shell: "\(send) < \(file)")
        #expect(whole.status == 0, "\(whole.diagnostics)")
        #expect(whole.output.contains("\"contentLength\": 7"), "\(whole.output)")
        let held = try LiveRun(shell: "printf content | \(send) --contract photo-picker")
        #expect(held.status == 2)
        #expect(held.diagnostics.contains("name a file"), "\(held.diagnostics)")
        _ = sink.stop()
    }

    @Test func `credentials do not go to another origin`() throws {
        let other = try ScriptedServer { _, count in
            .bytes(
                count == 1
                    ? "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            )
        }
        let first = try ScriptedServer { _, _ in
            .bytes(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(other.port)/\r\n"
                    + "Content-Length: 0\r\n\r\n"
            )
        }
        let run = try LiveRun([
            "send", "http://127.0.0.1:\(first.port)/", "-F", "a=1", "-H", "Authorization: Bearer t", "-H",
            "Cookie: c=1", "-H", "X-Kept: 1", "--user", "u:p",
        ])
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("Authorization, Cookie is for http://127.0.0.1:\(first.port)"))
        #expect(first.requests.count == 1 && first.requests[0].contains("Authorization: Bearer t"))
        #expect(other.requests.count == 1)
        let request = other.requests.first ?? ""
        #expect(request.contains("X-Kept: 1"))
        #expect(!request.contains("Authorization") && !request.contains("Cookie"))
    }

    @Test(arguments: [false, true])
    func `a server, or a proxy, that says nothing is not waited for`(isProxy: Bool) throws {
        let silent = try ScriptedServer { _, _ in .hang }
        let address = "127.0.0.1:\(silent.port)"
        let options =
            isProxy ? ["https://h.example/", "--proxy", "http://\(address)"] : ["https://\(address)/"]
        let run = try LiveRun(["send"] + options + ["--timeout", "1", "-F", "a=1"])
        #expect(run.status == 3)
        #expect(run.diagnostics.contains(isProxy ? "in time" : "for too long"), "\(run.diagnostics)")
    }
}
