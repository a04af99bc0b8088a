import Foundation
import Reporting
import Shell
import TestSupport
import Testing

@testable import Tool

/// Commands that read several captures at a time.
struct JobTests {
    private static let captures = Checkout.path("Captures/faulty")
    private static let pair = ["curl/plain.pcap", "requests/plain.pcap"].map {
        Checkout.path("Captures/\($0)")
    }

    @Test(arguments: [
        ["check", captures], ["check", captures, "--format", "json", "--digests"],
        ["check", captures, "--format", "html"], ["check", captures + "/nothing.pcap", captures],
        ["check", Checkout.path("Captures/curl")], ["check", Checkout.path("Captures/curl"), "--url", "*"],
        ["inspect", captures], ["clients", "--from", captures], ["diff"] + pair,
    ])
    func `a report does not depend on how many captures are read at a time`(line: [String]) {
        let one = CommandRun(line + ["--jobs", "1"])
        #expect(!one.output.isEmpty)
        for jobs in ["2", "8"] {
            let several = CommandRun(line + ["--jobs", jobs])
            #expect(several.status == one.status)
            #expect(several.output == one.output)
            #expect(several.diagnostics == one.diagnostics)
        }
    }

    @Test(arguments: [
        ["check"], ["check", "--format", "json", "--digests"], ["inspect"], ["clients", "--from"],
    ])
    func `a report on one long capture does not depend on the threads that read it`(line: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(WrittenCapture.interleaved((1...1_500).map(Self.upload)), to: "long.pcap")
        let one = CommandRun(line + [path, "--jobs", "1"])
        #expect(one.output.contains("1500") || one.output.contains("1,500"))
        for jobs in ["2", "8"] {
            let several = CommandRun(line + [path, "--jobs", jobs])
            #expect(several.status == one.status)
            #expect(several.output == one.output)
            #expect(several.diagnostics == one.diagnostics)
        }
    }

    @Test(arguments: [["inspect"], ["check", "--format", "json"]])
    func `a report is the same where a page comes after later uploads as where each is waited for`(
        line: [String]
    ) throws {
        let form =
            "<form action=/up?299 method=post enctype=multipart/form-data><input type=file name=a></form>"
        let asked = [Array("GET /form HTTP/1.1\r\nHost: h\r\n\r\n".utf8)]
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(form.utf8.count)\r\n\r\n"
        let begun = Self.connection(asked, port: 30_000, closes: false)
        let whole = Self.connection(asked + [Array((answer + form).utf8)], port: 30_000)
        let uploads = (1...300).map { number in
            let done = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
            return Self.connection([Self.upload(number), done], port: 20_000 + number).dropFirst(24)
        }
        let bytes =
            begun.prefix(24) + uploads[..<250].joined() + begun.dropFirst(24) + uploads[250...].joined()
            + whole.dropFirst(begun.count)
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(bytes), to: "page.pcap")
        for jobs in ["1", "2"] {
            let early = CommandRun(line + [path, "--jobs", jobs])
            let late = CommandRun(line + [path, "--jobs", jobs, "--url", "*"])
            #expect(early.output == late.output)
            #expect(early.output.contains("/up?299"))
        }
    }

    private static func connection(_ messages: [[UInt8]], port: Int, closes: Bool = true) -> [UInt8] {
        WrittenCapture.bytes(
            messages.enumerated().map { (isFromClient: $0 % 2 == 0, bytes: $1) },
            closes: closes,
            port: port
        )
    }

    /// An upload of which some lack the closing delimiter, by its number.
    private static func upload(_ number: Int) -> [UInt8] {
        let content = String(repeating: "\(number) ", count: 300)
        let body =
            "--b\(number)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(content)\r\n"
            + (number % 100 == 7 ? "" : "--b\(number)--\r\n")
        let head =
            "POST /up?\(number) HTTP/1.1\r\nHost: h\r\nUser-Agent: Acme/1.\(number % 5)\r\n"
            + "Content-Type: multipart/form-data; boundary=b\(number)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }

    @Test(arguments: ["har", "pcapng"])
    func `a capture that is written anew does not depend on it`(format: String) throws {
        let folder = try TemporaryFolder()
        for jobs in ["1", "2"] {
            let output = "\(folder.path)/\(jobs).\(format)"
            #expect(CommandRun(["convert", Self.pair[0], "-o", output, "--jobs", jobs]).status == .fine)
        }
        let first = FileManager.default.contents(atPath: "\(folder.path)/1.\(format)")
        #expect(try #require(first).count > 1_000)
        #expect(first == FileManager.default.contents(atPath: "\(folder.path)/2.\(format)"))
    }

    @Test func `no jobs at all is a wrong number`() {
        let run = CommandRun(["check", Self.captures, "--jobs", "0"])
        #expect(run.status == .usage)
        #expect(run.diagnostics.contains("--jobs takes a number from 1 on, not 0."))
    }
}
