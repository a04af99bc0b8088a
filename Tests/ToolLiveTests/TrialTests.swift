import Foundation
import TestSupport
import Testing

@testable import ToolLive

/// Trials as users run them: with a driver as a process, and with a client that fetches the cases.
struct TrialTests {
    private static let broken = "python3 \(Checkout.path("Captures/drivers/broken.py"))"
    private static let cases = [
        "form/tutorial", "filename/quote", "value/trailing-crlf", "framing/tls", "http/307",
    ]

    private static func run(_ arguments: [String], _ cases: [String] = cases) throws -> LiveRun {
        try LiveRun(["trial"] + arguments + cases.flatMap { ["--case", $0] })
    }

    @Test(.enabled(if: LiveRun.has("python3")))
    func `a driver that is right passes`() throws {
        let run = try Self.run(["--driver", Self.broken, "--client", "right"])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("\nright: 5 cases: 5 pass\n"), "\(run.output)")
    }

    @Test(
        .enabled(if: LiveRun.has("python3")),
        arguments: [("raw-quote", "filename/quote"), ("trimmed-text", "value/trailing-crlf")]
    )
    func `a driver that is broken fails what it should, and only that`(fault: String, failing: String) throws
    {
        let folder = try TemporaryFolder()
        let report = folder.path + "/report.json"
        let driver = "\(Self.broken) --fault \(fault)"
        let run = try Self.run(["--driver", driver, "--client", fault, "--format", "json", "-o", report])
        #expect(run.status == 1)
        let failed = run.output.split(separator: "\n").filter { $0.hasPrefix("fail") }
        #expect(failed.count == 1 && failed[0].contains(failing), "\(run.output)")
        // What was written is joined to another run: of the case that failed alone, with a driver that is right.
        let again = try Self.run(
            ["--driver", Self.broken, "--client", fault, "--join", report, "--format", "junit"],
            [failing]
        )
        #expect(again.status == 0, "\(again.output)")
        #expect(again.output.contains("<testsuite name=\"\(fault)\" tests=\"5\" failures=\"0\""))
    }

    @Test func `the cases are listed, and what is no case is told`() throws {
        let list = try LiveRun(["trial", "--list"])
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").count == 90)
        let none = try LiveRun(["trial", "--driver", "true", "--case", "filenames/*"])
        #expect(none.status == 2)
        #expect(none.diagnostics.contains("No case is named 'filenames/*'"))
        let nothing = try LiveRun(["trial"])
        #expect(nothing.status == 2)
        let folder = try TemporaryFolder()
        let other = try folder.write(Array("{}".utf8), to: "other.json")
        for path in [other, other + ".none"] {
            let report = try LiveRun(["trial", "--join", path])
            #expect(report.status == 3)
            #expect(
                report.diagnostics.contains(
                    path == other ? "is no report of trials in JSON" : "no such file or directory"
                )
            )
        }
    }

    @Test(arguments: ["form/one-field", "filename/bidi"])
    func `a command that is no driver fails, and says so`(_ id: String) throws {
        let run = try Self.run(["--driver", "./no-such-driver"], [id])
        #expect(run.status == 1)
        #expect(run.output.contains("the driver could not be run: "), "\(run.output)")
    }

    @Test(.enabled(if: LiveRun.has("python3")))
    func `a driver that sends nothing in any case has refused none`() throws {
        for driver in ["python3 no-such-driver.py", "sh -c 'exit 3' driver"] {
            let run = try Self.run(["--driver", driver], ["name/crlf", "filename/nul"])
            #expect(run.status == 1)
            let failed = run.output.components(separatedBy: "the driver sends nothing, not even")
            #expect(failed.count == 3, "\(run.output)")
        }
        // One that sends other forms refuses this one.
        let run = try Self.run(["--driver", Self.broken], ["type/injection"])
        #expect(run.status == 0)
        #expect(run.output.contains("1 refused"), "\(run.output)")
    }

    @Test func `a driver that crashes has refused nothing`() throws {
        let run = try Self.run(["--driver", "sh -c 'kill -SEGV $$' driver"], ["name/crlf", "http/cut"])
        #expect(run.status == 1)
        #expect(run.output.contains("2 cases: 2 fail"), "\(run.output)")
        #expect(run.output.contains("the driver was ended by signal 11"), "\(run.output)")
    }

    /// A client that sends one form in a way of its own, over a socket.
    private static let client = #"""
        import socket, sys
        from urllib.parse import urlsplit

        way, url = sys.argv[1:3]
        address = urlsplit(url)
        body = b'--x7Lq2\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x7Lq2--\r\n'


        def send(method="POST", path=address.path, more=0):
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            head += f"Content-Type: multipart/form-data; boundary=x7Lq2\r\nContent-Length: {len(body) + more}\r\n"
            with socket.create_connection((address.hostname, address.port)) as peer:
                peer.sendall(f"{head}\r\n".encode() + body)
                peer.shutdown(socket.SHUT_WR)
                status = int(peer.makefile("rb").readline().split()[1])
            print(status)
            return status


        if way == "long":
            sys.exit(0 if send(more=2) == 200 else "it was refused")
        elif way == "elsewhere":
            send(path=address.path.rsplit("/", 1)[0] + "/elsewhere")
        elif way == "get":
            send("GET")
        elif way == "twice":
            send()
            send()
        elif way == "sent":
            send()
            sys.exit(69)
        """#

    @Test(
        .enabled(if: LiveRun.has("python3")),
        arguments: [
            ("long", ["length/off-by-2: ", "the request is not complete; the client says: it was refused"]),
            ("elsewhere", ["but `POST /trial/1-0/form/elsewhere`"]),
            ("get", ["but `GET /trial/1-0/form/one-field`"]),
            ("twice", ["2 requests came for 1 upload"]),
            ("sent", ["the client ends with 69, which says that nothing was sent, and the form came"]),
        ]
    )
    func `what a client does besides sending a form once is named`(way: String, reasons: [String]) throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Array(Self.client.utf8), to: "client.py")
        let report = folder.path + "/report.json"
        let run = try Self.run(
            ["--driver", "python3 \(script) \(way)", "--format", "json", "-o", report],
            ["form/one-field"]
        )
        #expect(run.status == 1)
        let json = try String(contentsOfFile: report, encoding: .utf8)
        for reason in reasons { #expect(json.contains(reason), "\(json)") }
    }

    @Test func `a client fetches a case, sends its form, and gets the result`() throws {
        let server = try SinkProcess(["--case", "form/one-field", "--case", "filename/*"], command: "trial")
        func answer(_ request: String) throws -> String {
            let client = try RawClient(port: server.port)
            client.send(request)
            client.finish()
            return client.receiveAll()
        }
        func get(_ path: String) throws -> String {
            try answer("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        func post(_ path: String, _ body: String, type: String = "application/json") throws -> String {
            try answer(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
        #expect(try get("/").contains("<title>partwise trial</title>"))
        #expect(try get("/cases").components(separatedBy: "\"id\"").count == 17)
        #expect(try get("/next/mine").contains("\"case\": \"form/one-field\""))
        #expect(try post("/end/mine/form/one-field", "{}").hasPrefix("HTTP/1.1 409 "))
        let form = try get("/form/mine/form/one-field")
        #expect(form.contains("{\"name\": \"a\", \"value\": \"1\"}"))
        let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"
        let upload = try post("/trial/mine/form/one-field", body, type: "multipart/form-data; boundary=x")
        #expect(upload.contains("\"received\": \(body.utf8.count)"))
        let result = try post("/end/mine/form/one-field", "{\"status\": 200}")
        #expect(result.contains("\"outcome\" : \"pass\""), "\(result)")
        #expect(try get("/next/mine").contains("\"case\": \"filename/quote\""))

        // Files are those of the form, and nothing else.
        #expect(try get("/form/mine/filename/quote").contains("\"file\": \"part-1.bin\""))
        #expect(try get("/form/mine/filename/quote/part-1.bin").hasSuffix("\r\n\r\nfile content\n"))
        for path in ["form.json", "../form.json", "..%2Fform.json", "part-2.bin"] {
            #expect(try get("/form/mine/filename/quote/\(path)").hasPrefix("HTTP/1.1 404 "))
        }
        let unsupported = try post("/end/mine/filename/quote", "{\"unsupported\": \"<b>no</b>\"}")
        #expect(unsupported.contains("\"outcome\" : \"unsupported\""))
        let page = try get("/report")
        #expect(page.contains("&lt;b&gt;no&lt;/b&gt;") && !page.contains("<b>no</b>"))
        #expect(try post("/trial/mine/form/one-field", body).hasPrefix("HTTP/1.1 404 "))
        #expect(server.stop().status == 0)
    }

    @Test func `the client whose case began first makes room for another`() throws {
        let server = try SinkProcess(["--case", "filename/quote"], command: "trial")
        func status(of path: String) throws -> String {
            let client = try RawClient(port: server.port)
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return String(client.receive(until: "\r\n\r\n").prefix(12))
        }
        for number in 1...101 { #expect(try status(of: "/form/c\(number)/filename/quote") == "HTTP/1.1 200") }
        #expect(try status(of: "/form/c1/filename/quote/part-1.bin") == "HTTP/1.1 404")
        #expect(try status(of: "/form/c2/filename/quote/part-1.bin") == "HTTP/1.1 200")
        // One that begins its case again takes no room of another.
        #expect(try status(of: "/form/c101/filename/quote") == "HTTP/1.1 200")
        #expect(try status(of: "/form/c2/filename/quote/part-1.bin") == "HTTP/1.1 200")
        _ = server.stop()
    }
}
