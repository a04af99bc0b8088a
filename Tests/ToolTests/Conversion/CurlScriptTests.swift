import Bytes
import Exchanges
import Forms
import Foundation
import Pipeline
import Shell
import TestSupport
import Testing

@testable import Tool

/// Scripts made of hostile requests, run by a real shell and a real curl: what arrives is what was captured, and no file
/// of the person who runs the script.
@Suite(.enabled(if: Judge.has("python3") && Judge.has("curl"), "needs python3 and curl"))
struct CurlScriptTests {
    private static let secret = "the contents of a file of the person who runs the script"

    /// A script's requests as they arrived, by their X-Number fields.
    private func received(byScriptOf capture: String) throws -> (
        requests: [Int: String], folder: TemporaryFolder, script: String
    ) {
        let folder = try TemporaryFolder()
        let run = CommandRun(["convert", capture, "-o", folder.path + "/out.curl"])
        #expect(run.status == .fine, "\(run.diagnostics)")
        for name in ["secret.txt", "out-parts/secret.txt", "z", "b.txt"] {
            try? FileManager.default.createDirectory(
                atPath: folder.path + "/out-parts",
                withIntermediateDirectories: true
            )
            _ = try folder.write(Array(Self.secret.utf8), to: name)
        }
        let receiver = try LoopbackReceiver(folder: folder.path)
        _ = try folder.write(Array("connect-to = \"::127.0.0.1:\(receiver.port)\"\n".utf8), to: "receiver")
        // What the person who runs the script sets for all of curl's requests is no part of these.
        _ = try folder.write(
            Array("header = \"X-Mine: \(Self.secret)\"\nrequest = LOCK\n".utf8),
            to: ".curlrc"
        )
        let code = try CommandRun.shell(
            "cd '\(folder.path)' && LC_ALL=C sed 's/^curl -q /&--config receiver /' out.curl >run.curl && CURL_HOME='\(folder.path)' CDPATH=/tmp sh run.curl >out.log 2>err.log"
        )
        let complaint = String(decoding: try Checkout.bytes(of: folder.path + "/err.log"), as: UTF8.self)
        #expect(code == 0, "\(complaint)")
        var requests: [Int: String] = [:]
        for name in try folder.names() where name.hasSuffix(".http") {
            let path = folder.path + "/" + name
            let bytes = try Checkout.bytes(of: path)
            #expect(
                bytes.firstRange(of: Array(Self.secret.utf8)) == nil,
                "\(String(decoding: bytes, as: UTF8.self))"
            )
            let head = Head(bytes)
            requests[try #require(head.number)] = path
        }
        let script = String(decoding: try Checkout.bytes(of: folder.path + "/out.curl"), as: UTF8.self)
        return (requests, folder, script)
    }

    @Test func `a type in a part does not make curl send a file`() throws {
        let folder = try TemporaryFolder()
        let named = try Checkout.bytes(of: Checkout.path("Tests/Cases/hostile/curl-headers-file.http"))
        let end = try #require(named.firstRange(of: Array("\r\n\r\n".utf8)))
        let numbered = named[..<end.lowerBound] + Array("\r\nX-Number: 1".utf8) + named[end.lowerBound...]
        let path = try folder.write(Array(numbered), to: "in.http")
        let received = try received(byScriptOf: path)
        let bytes = try Checkout.bytes(of: try #require(received.requests[1]))
        #expect(Head(bytes).body == Head(named).body)
        #expect(!received.script.contains("headers="))
    }

    @Test func `what arrives is what was captured, whatever it holds`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(16)
        let all = (1...600).map { HostileRequest(number: $0, using: &generator) }
        let requests = TestScope.sample(of: all, atMost: 150, seed: 7)
        let path = try folder.write(requests.flatMap(\.bytes), to: "in.http")
        let received = try received(byScriptOf: path)
        let source = try ReadBack(path)
        #expect(source.exchanges.count == requests.count)
        var built = 0
        for (request, before) in zip(requests, source.exchanges) {
            // The one thing that keeps a request out is a host that curl cannot be given.
            let arrived = try #require(received.requests[request.number], "\(request)")
            let (sent, got) = (Head(request.bytes), Head(try Checkout.bytes(of: arrived)))
            #expect(got.startLine == sent.startLine)
            let isBuilt = got.boundaryField != sent.boundaryField
            #expect(got.fields(isBuilt: isBuilt) == sent.fields(isBuilt: isBuilt))
            guard isBuilt else {
                #expect(got.body == sent.body)
                continue
            }
            built += 1
            let after = try #require(try ReadBack(arrived, as: .request).exchanges.first)
            #expect(after.form?.parts.map(Part.init) == before.form?.parts.map(Part.init))
            #expect(after.digests == before.digests)
        }
        // Both ways of sending a form are tried.
        #expect(built > requests.count / 10 && built < requests.count * 9 / 10, "\(built)")
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "FILE:///etc/passwd",
        "dict://127.0.0.1/d",
    ])
    func `a URL that is none of HTTP is left out`(_ url: String) throws {
        let folder = try TemporaryFolder()
        let har = """
            {"log":{"entries":[{"request":{"method":"POST","url":"\(url)","headers":[],
            "postData":{"mimeType":"text/plain","text":"x"}},"response":{"status":200}}]}}
            """
        let path = try folder.write(Array(har.utf8), to: "in.har")
        let run = CommandRun(["convert", path, "-o", folder.path + "/out.curl"])
        #expect(run.diagnostics.contains("left out, because its URL is none of http or https"))
        let script = String(decoding: try Checkout.bytes(of: folder.path + "/out.curl"), as: UTF8.self)
        #expect(!script.contains("curl -q"), "\(script)")
    }

    @Test(arguments: [
        ("a@b", "http://b/"), ("B.test:80", "http://B.test:80/"), ("[::1]:8080", "http://[::1]:8080/"),
        ("{a,b}", nil), ("a b", nil), ("a%2Fb", nil), ("a\\b", nil), ("-x", "http://-x/"), ("$(id)", nil),
        ("a:b", nil),
    ])
    func `the host is that of the request, or the request is left out`(_ host: String, _ url: String?) throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8), to: "in.http")
        let run = CommandRun(["convert", path, "-o", folder.path + "/out.curl"])
        guard let url else {
            #expect(run.diagnostics.contains("left out, because its host"))
            return
        }
        let script = String(decoding: try Checkout.bytes(of: folder.path + "/out.curl"), as: UTF8.self)
        #expect(script.contains("--url \(url)") || script.contains("--url '\(url)'"), "\(script)")
        #expect(script.contains("Host: \(host)") != (host == "-x"), "\(script)")
    }

    /// What of a part has to arrive.
    private struct Part: Hashable {
        var name: [UInt8]?
        var filename: [UInt8]?
        var fields: [[UInt8]]

        init(_ part: BodyPart) {
            name = part.name.map(Array.init)
            filename = part.filename.map(Array.init)
            fields = part.header.lines.filter {
                !part.header[$0.name].equalsIgnoringCase("content-disposition")
            }
            .map { Array(part.header[$0.name]) + [0x3A] + part.header[$0.value] }
        }
    }
}

/// A request taken apart at its line breaks.
private struct Head {
    let startLine: [UInt8]
    private let lines: [[UInt8]]
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) ?? bytes.count..<bytes.count
        body = Array(bytes[end.upperBound...])
        let lines = bytes[..<end.lowerBound].split(separator: 0x0A).map {
            $0.last == 0x0D ? Array($0.dropLast()) : Array($0)
        }
        startLine = lines.first ?? []
        self.lines = Array(lines.dropFirst())
    }

    /// The field lines in an order of their own, without what curl writes itself.
    func fields(isBuilt: Bool) -> [String] {
        lines.map { line in
            let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = line[colon...].dropFirst().drop { $0 == 0x20 }
            let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
            return name + ": " + value[..<end].map { String($0, radix: 16) }.joined(separator: " ")
        }.filter { !$0.hasPrefix("content-length:") && !(isBuilt && $0.hasPrefix("content-type:")) }.sorted()
    }

    var boundaryField: String? { fields(isBuilt: false).first { $0.hasPrefix("content-type:") } }

    var number: Int? {
        lines.map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix("X-Number: ") }.flatMap {
            Int($0.dropFirst(10))
        }
    }
}

/// An upload whose every text tries to act on a shell or on curl.
private struct HostileRequest {
    let number: Int
    let bytes: [UInt8]

    init(number: Int, using generator: inout SeededGenerator) {
        self.number = number
        let text = HostileText.commands
        let bold = text + .controls
        var body: [UInt8] = []
        for part in 1...Int.random(in: 1...3, using: &generator) {
            // Every second part is one that -F can build.
            let omitted = Bool.random(using: &generator) ? "\"\\" : "\""
            let isTame = Bool.random(using: &generator)
            let name = isTame ? Array("f\(part)".utf8) : text.text(except: omitted, using: &generator)
            body += Array("--B\r\nContent-Disposition: form-data; name=\"".utf8) + name + [0x22]
            if Bool.random(using: &generator) {
                body +=
                    Array("; filename=\"".utf8) + text.text(except: omitted + "/", using: &generator) + [0x22]
                body += Array("\r\nContent-Type: ".utf8)
                let types = ["text/plain", "image/png", "text/plain; charset=utf-8", "text/html;charset=x"]
                body += Array((types.randomElement(using: &generator) ?? "").utf8)
                if !isTame { body += text.text(upTo: 3, using: &generator) }
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                body += Array("\r\nX-Part: v".utf8) + text.text(except: omitted, using: &generator)
            }
            body += Array("\r\n\r\n".utf8) + bold.text(upTo: 8, using: &generator) + [0x0D, 0x0A]
        }
        body += Array("--B--\r\n".utf8)
        let method = ["POST", "PUT", "POST", "PATCH", "X-'$*"].randomElement(using: &generator) ?? ""
        let isPlain = Bool.random(using: &generator)
        let target = isPlain ? Array("u?a=b".utf8) : text.text(using: &generator)
        let head =
            Array("\(method) /".utf8) + target
            + Array(" HTTP/1.1\r\nHost: h.test\r\nX-Number: \(number)\r\n".utf8)
            + Array("X-Empty:\r\nX-Value: v".utf8) + bold.text(using: &generator)
            + Array("\r\nX-At: @secret.txt".utf8)
            + Array(
                "\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: \(body.count)\r\n\r\n"
                    .utf8
            )
        bytes = head + body
    }
}
