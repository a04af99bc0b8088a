import Exchanges
import Forms
import Foundation
import Inspection
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// `partwise convert`: what is written is read back as what it was.
struct ConversionTests {
    private static let packets = CaptureFolder.captures.filter(\.holdsPackets)
    private static let redactions = [[], ["--redact"], ["--redact", "parts=all"]]

    private func expectSame(
        _ capture: CaptureFile,
        _ index: Int,
        _ source: ReadBack,
        _ written: ReadBack,
        at place: Int
    ) {
        let before = source.exchanges[index]
        let after = written.exchanges[place]
        // The head of HTTP/2 is another one in HTTP/1.1.
        let isAnew = before.exchange.request?.http2 != nil
        #expect(
            written.sites(at: place, ignoresHead: isAnew) == source.sites(at: index, ignoresHead: isAnew),
            "exchange \(before.number)"
        )
        #expect(after.exchange.method == before.exchange.method)
        #expect(after.exchange.status == before.exchange.status || written.exchanges.count == 1)
        #expect(after.form?.parts.map(\.content) == before.form?.parts.map(\.content))
        #expect(after.exchange.request?.content.bodyLength == before.exchange.request?.content.bodyLength)
    }

    @Test(arguments: packets, redactions)
    func `packets written anew have the same findings at the same bytes, redacted or not`(
        _ capture: CaptureFile,
        _ options: [String]
    ) throws {
        let source = try ReadBack(capture.path)
        let converted = try Converted(capture.path, to: "pcapng", options)
        #expect(converted.run.status == .fine, "\(converted.run.diagnostics)")
        let written = try ReadBack(converted.path)
        #expect(written.exchanges.count == source.exchanges.count)
        for index in source.exchanges.indices where index < written.exchanges.count {
            expectSame(capture, index, source, written, at: index)
        }
    }

    @Test(arguments: packets, [[], ["--redact", "parts=all"]])
    func `raw requests have the same findings at the same bytes, redacted or not`(
        _ capture: CaptureFile,
        _ options: [String]
    ) throws {
        let source = try ReadBack(capture.path)
        let whole = source.exchanges.indices.filter { index in
            source.exchanges[index].exchange.request.map { request in
                request.content.missingBytes == 0 && request.content.completion != .captureEnded
                    && !request.head.hasGap
            } ?? false
        }
        let converted = try Converted(capture.path, to: "http", options)
        let requests = try converted.requests()
        #expect(requests.count == whole.count, "\(converted.run.diagnostics)")
        if whole.count < source.exchanges.count {
            #expect(converted.run.diagnostics.contains("left out, because bytes of the request"))
        }
        for (index, request) in zip(whole, requests) {
            let written = try ReadBack(request, as: .request)
            #expect(written.exchanges.count == 1)
            expectSame(capture, index, source, written, at: 0)
        }
    }

    @Test(arguments: packets)
    func `an archive holds the very bytes of each body, and proves them`(_ capture: CaptureFile) throws {
        let source = try ReadBack(capture.path)
        let converted = try Converted(capture.path, to: "har")
        let written = try ReadBack(converted.path)
        #expect(written.exchanges.count == source.exchanges.count)
        for (before, after) in zip(source.exchanges, written.exchanges) {
            #expect(after.exchange.url() == before.exchange.url())
            #expect(after.exchange.status == before.exchange.status)
            #expect(after.exchange.request?.arrival.startedAt == before.exchange.request?.arrival.startedAt)
            guard let request = before.exchange.request, request.content.bodyLength > 0 else { continue }
            if request.content.missingBytes > 0 {
                #expect(after.exchange.fidelity == .heads)
                #expect(
                    converted.run.diagnostics.contains("the body is left out, because bytes of it are not")
                )
            } else {
                #expect(after.body == before.body)
            }
        }
    }

    @Test func `times and addresses are those of the capture`() throws {
        let capture = Checkout.path("Captures/curl/ipv6.pcap")
        let source = try ReadBack(capture)
        let converted = try Converted(capture, to: "pcapng")
        let written = try ReadBack(converted.path)
        let (before, after) = (source.exchanges[0].exchange, written.exchanges[0].exchange)
        #expect(after.client == before.client && after.server == before.server)
        #expect(after.request?.arrival.startedAt == before.request?.arrival.startedAt)
        #expect(after.request?.arrival.endedAt == before.request?.arrival.endedAt)
        #expect(after.response?.arrival.startedAt == before.response?.arrival.startedAt)
    }

    @Test func `several raw messages are numbered, and one is not`() throws {
        let capture = Checkout.path("Captures/curl/keepalive-two.pcap")
        let several = try Converted(capture, to: "http")
        #expect(
            try several.folder.names() == [
                "out-1.http", "out-1.response.http", "out-2.http", "out-2.response.http",
            ]
        )
        let one = try Converted(capture + "#2", to: "http")
        #expect(try one.folder.names() == ["out.http", "out.response.http"])
        let response = try Checkout.bytes(of: one.folder.path + "/out.response.http")
        #expect(String(decoding: response, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `what a format cannot hold is said`() throws {
        let chunked = try Converted(Checkout.path("Captures/httpx/chunked.pcap"), to: "har")
        #expect(chunked.run.diagnostics.contains("exchange 1: HAR holds the body without its chunks\n"))
        let plain = try Converted(Checkout.path("Captures/h2/curl-prior-knowledge.pcapng"), to: "pcapng")
        #expect(
            plain.run.diagnostics.contains("exchange 1: HTTP/2 is written as HTTP/1.1, without its frames\n")
        )
        let text = try Converted(Checkout.path("Captures/har/chromium-form-plain.har"), to: "pcapng")
        #expect(text.run.diagnostics.contains("the source holds heads alone, written anew"))
        let secured = try Converted(Checkout.path("Captures/tls/tls13-chacha20.pcap"), to: "pcapng")
        #expect(secured.run.diagnostics.contains("TLS is removed, and port 18443 written as 80"))
        #expect(try ReadBack(secured.path).exchanges[0].exchange.tls == nil)
        let folder = try TemporaryFolder()
        let request = "PROXY TCP6 2001:db8::7 2001:db8::1 40000 80\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"
        let source = try folder.write(WrittenCapture.bytes([(true, Array(request.utf8))]), to: "in.pcap")
        let passed = try Converted(source, to: "pcapng")
        #expect(passed.run.diagnostics.contains("an address for documentation stands for the client's"))
    }

    @Test(arguments: [
        ["convert", "x.pcap", "-o", "out.pdf"], ["convert", "x.pcap"],
        ["convert", "x", "-o", "-", "--to", "curl"],
        ["convert", "x", "-o", "o.har", "--redact", "fields=Content-Type"],
        ["check", "x", "--redact=parts"], ["check", "x", "--redact=bodies=all"],
    ])
    func `a wrong command line is exit code 2`(_ arguments: [String]) {
        #expect(CommandRun(arguments).status == .usage)
    }

    @Test func `nothing is left of a conversion that writes nothing`() throws {
        let folder = try TemporaryFolder()
        let output = folder.path + "/out.har"
        let capture = Checkout.path("Captures/curl/plain.pcap")
        let run = CommandRun(["convert", capture, "-o", output, "--method", "PUT"])
        #expect(run.status == .unreadable)
        #expect(
            run.diagnostics.hasSuffix("no exchange was written: 0 of 1 exchange matches --method PUT\n")
        )
        #expect(CommandRun(["convert", "/no/such", "-o", output]).status == .unreadable)
        #expect(try folder.names().isEmpty)
    }

    @Test func `cookies of HTTP/2 are one field in HTTP/1`() throws {
        let archive =
            #"{"log":{"creator":{"name":"x"},"entries":[{"request":{"method":"GET","url":"https://h/","#
            + #""httpVersion":"HTTP/2","headers":[{"name":":authority","value":"h"},{"name":"cookie","#
            + #""value":"a=1"},{"name":"x","value":"y"},{"name":"cookie","value":"b=2"}]},"response":{}}]}}"#
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(archive.utf8), to: "in.har")
        #expect(CommandRun(["convert", source, "-o", "\(folder.path)/out.http"]).status == .fine)
        let text = String(decoding: try Checkout.bytes(of: "\(folder.path)/out.http"), as: UTF8.self)
        #expect(text == "GET / HTTP/1.1\r\nHost: h\r\ncookie: a=1; b=2\r\nx: y\r\n\r\n")
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\nHost:h\r\n\r\n", "PUT /a HTTP/1.1\r\nX : 1\nContent-Length:2\r\n\r\nok",
    ])
    func `a raw request stays as it is`(text: String) throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Array(text.utf8), to: "in.http")
        let run = CommandRun(["convert", source, "-o", "\(folder.path)/out.http"])
        #expect(run.status == .fine)
        #expect(String(decoding: try Checkout.bytes(of: "\(folder.path)/out.http"), as: UTF8.self) == text)
    }
}
