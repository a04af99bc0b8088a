import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// `partwise repair`: the form that was meant, or a reason.
struct RepairTests {
    private func repair(_ capture: String) throws -> RepairRun { try RepairRun(capture) }

    @Test(arguments: try TutorialCase.all)
    func `a request as tutorials have it gets the form that was meant, or is refused with a choice`(
        _ tutorial: TutorialCase
    ) throws {
        let repair = try RepairRun(request: [UInt8](tutorial.request))
        #expect(repair.edits == tutorial.edits)
        guard tutorial.repairable else {
            #expect(repair.run.status == .findings)
            #expect(repair.request == nil)
            #expect(repair.run.diagnostics.contains("; --"))
            return
        }
        #expect(repair.run.status == .fine)
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
        let request = try #require(repair.request)
        #expect(try StrictForm(request).parts == tutorial.meant)
        let again = try RepairRun(request: request)
        #expect(again.request == request, "what was repaired stays as it is")
    }

    @Test func `a delimiter that is nearly right is mended although all of them have too many dashes`() throws
    {
        let line = { (name: String) in "⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎" }
        let repair = try RepairRun(
            body: "----AaB03x\(line("a"))1⏎----Aa_03x\(line("b"))2⏎----AaB03x\(line("c"))3⏎----AaB03x--⏎"
        )
        let request = try #require(repair.request)
        #expect(try StrictForm(request).parts.map(\.name) == ["a", "b", "c"])
        #expect(try RepairRun(request: request).request == request, "what was repaired stays as it is")
    }

    @Test(arguments: ["30", "60", "69", "1000"])
    func `a form whose chunks cannot be told apart is not written`(_ size: String) throws {
        let body =
            "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n"
        let head =
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        let repair = try RepairRun(request: Array("\(head)\(size)\r\n\(body)\r\n0\r\n\r\n".utf8))
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("its chunks cannot be told apart"))
        #expect(try RepairRun(request: Array("\(head)45\r\n\(body)\r\n0\r\n\r\n".utf8)).request != nil)
    }

    private static let start = "POST / HTTP/1.1\r\nHost: h\r\n"
    private static let type = "Content-Type: multipart/form-data; boundary=AaB03x"
    private static let parts =
        "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"x\"\r\nContent-Type: text/plain\r\n\r\n2\r\n--AaB03x--\r\n"

    @Test(arguments: [
        "\(type)\r\nContent-Length: 169\r\n", "Content-Length: 169\r\n\(type)\r\n",
        "\(type)\r\nContent-Length: 169\r\n \r\n",
    ])
    func `the blank line that is missing after the head is written`(_ fields: String) throws {
        let repair = try RepairRun(request: Array((Self.start + fields + Self.parts).utf8))
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(repair.edits.first == "wrote the blank line between the head and the body")
        #expect(repair.check?.status == .fine)
        #expect(try StrictForm(request).parts.map(\.name) == ["a", "f"])
        #expect(String(decoding: request, as: UTF8.self).hasSuffix("\r\n\r\n" + Self.parts))
        #expect(try RepairRun(request: request).request == request, "what was repaired stays as it is")
    }

    @Test(arguments: ["a:80", "[::1]:80", "aConnection: close", "aConnection:close", "a close"])
    func `a head in which more than one line break is missing is not written`(host: String) throws {
        let head = "\(Self.start.dropLast(3))\(host)\(Self.type)Content-Length: 168\r\n\r\n"
        let repair = try RepairRun(request: Array((head + Self.parts).utf8))
        #expect((repair.request == nil) == host.contains("close"), "\(repair.run.diagnostics)")
        let reason = "more than one line break is missing between its fields"
        #expect(repair.run.diagnostics.contains(reason) == host.contains("close"))
    }

    @Test func `a form in the head is not written where Content-Type has another boundary`() throws {
        let head = Self.start + "Content-Type: multipart/form-data; boundary=other\r\nContent-Length: 168\r\n"
        let repair = try RepairRun(request: Array((head + Self.parts).utf8))
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("its first part stands in the head of the request"))
    }

    @Test(arguments: [
        "Content_Length: 168\r\n\(type)", "\(type)Content-Length: 168", "\(type) Content-Length: 168",
        "\(type); Content-Length: 168", "\(type)\\r\\nContent-Length: 168", "Content-Length: 168\(type)",
        "X-A: b\(type)\r\nContent-Length: 168", "\(type)Connection: close\r\nContent-Length: 168",
    ])
    func `a field that is misspelt or has no line of its own gets one`(_ fields: String) throws {
        let repair = try RepairRun(request: Array("\(Self.start)\(fields)\r\n\r\n\(Self.parts)".utf8))
        let request = String(
            decoding: try #require(repair.request, "\(repair.run.diagnostics)"),
            as: UTF8.self
        )
        #expect(repair.check?.status == .fine)
        let head = request.prefix(through: try #require(request.firstRange(of: "\r\n\r\n")?.lowerBound))
        let lines = head.split(separator: "\r\n")
        let length = Self.parts.utf8.count
        #expect(lines.contains("Content-Length: \(length)") && lines.contains { $0 == Self.type })
        #expect(
            !head.contains("_") && lines.count == (fields.contains("X-A") || fields.contains("close") ? 5 : 4)
        )
    }

    @Test func `a form whose chunks end before it is not written`() throws {
        let head =
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        let body = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n"
        let repair = try RepairRun(request: Array("\(head)0\r\n\r\n45\r\n\(body)\r\n0\r\n\r\n".utf8))
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("its chunks end in the middle of the form"))
    }

    @Test func `a form of which no part ends is not written`() throws {
        let fields = "POST /t HTTP/1.1\r\nContent-Type:multipart/\n\r\n"
        let body = "--A\nContent-Disposition:f name\n--BnB\nContent-Disposition: form-data;fA"
        let repair = try RepairRun(request: Array((fields + body).utf8))
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("its body holds no whole part"))
    }

    @Test func `what would have to be repaired again is not written`() throws {
        let header = "Content-Disposition: form-data; name="
        let body =
            "--AaB03xQR⏎\(header)\"a\"⏎⏎1\n----AaB03xQQ\ntext\n--AaB03xQR--⏎⏎\(header)\"e\"⏎⏎3⏎-AaB03xQQ--"
        let repair = try RepairRun(body: body, contentType: "multipart/form-data; boundary=AaB03xQQ")
        #expect(repair.request == nil)
        #expect(repair.run.diagnostics.contains("are not read as they were meant"))
    }

    @Test(arguments: ["repair-closed-twice", "repair-requests-mixed"])
    func `a form whose first delimiter is damaged is repaired once and for all`(_ name: String) throws {
        let repair = try RepairRun(Checkout.path("Tests/Cases/hostile/\(name).http"))
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(repair.edits.contains("boundary replaced at 0"))
        #expect(try RepairRun(request: request).request == request, "what was repaired stays as it is")
    }

    @Test(.needs(.lab), arguments: try LabBody.all)
    func `a body of the lab is repaired without an error left, or refused with a reason`(_ lab: LabBody)
        throws
    {
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: \(lab.contentType)\r\n"
        let length = "Content-Length: \(lab.body.count)\r\n\r\n"
        let repair = try RepairRun(request: Array((head + length).utf8) + lab.body)
        if let request = repair.request {
            #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
            #expect(try !StrictForm(request).parts.isEmpty)
        } else {
            #expect(!lab.conforming)
            #expect(repair.run.status == .findings)
        }
    }

    /// Captures of requests that were cut off or mangled, or that say more than one thing of themselves.
    @Test(
        arguments: CaptureFolder.captures.filter {
            $0.holdsPackets && hasOneUpload($0) && !$0.name.hasPrefix("faulty/")
                && !$0.name.hasPrefix("mangled/")
        }
    )
    func `the contents of a client's upload stay what its server got`(_ capture: CaptureFile) throws {
        let request = try #require(try repair(capture.path).request)
        let sent = try #require(try capture.truth().requests.first?.parts)
        #expect(sent.allSatisfy { [nil, "8bit", "binary"].contains($0.transferEncoding) })
        #expect(try StrictForm(request).parts.map(\.sha256) == sent.map(\.sha256))
    }

    private static func hasOneUpload(_ capture: CaptureFile) -> Bool {
        // What a page had sent urlencoded is no upload.
        guard !capture.name.hasPrefix("chromium/page-urlencoded") else { return false }
        return ((try? capture.truth().requests.count) ?? 1) == 1
    }

    @Test(arguments: CaptureFolder.captures.filter { $0.holdsPackets && hasOneUpload($0) })
    func `an upload of the project's captures is repaired without an error left, or refused with a reason`(
        _ capture: CaptureFile
    ) throws {
        let repair = try repair(capture.path)
        if let check = repair.check {
            #expect(check.status == .fine, "\(check.output)")
            #expect(repair.run.output.hasPrefix("\(capture.path)#"))
            let head = String(decoding: try #require(repair.request).prefix(4096), as: UTF8.self).lowercased()
            #expect(head.components(separatedBy: "\r\nhost: ").count == 2)
            #expect(head.components(separatedBy: "\r\ntransfer-encoding: ").count == 1)
        } else {
            #expect(repair.run.status == .findings)
            #expect(repair.run.diagnostics.contains(": cannot be repaired: "))
            #expect(repair.run.diagnostics.count(where: \.isNewline) == 1)
        }
    }

    @Test(arguments: [
        ("faulty/glued-close.pcap", "inserted CRLF at "), ("faulty/lf-only.pcap", "LF replaced by CRLF in "),
        ("faulty/wrong-boundary.pcap", "replaced by `Content-Type: multipart/form-data; boundary="),
        ("libsoup/tricky.pcap", "wrote `Content-Disposition: form-data; name="),
        ("java-httpclient/plain.pcap", "boundary replaced in "),
        ("http-client/tricky.pcap", "wrote `Content-Disposition: form-data; name="),
        ("faulty/cl-short.pcapng", "Content-Length "),
    ])
    func `what was changed is said in its own words`(capture: String, words: String) throws {
        let repair = try repair(Checkout.path("Captures/\(capture)"))
        #expect(
            repair.edits.contains { $0.contains(words) },
            "\(repair.run.output)\(repair.run.diagnostics)"
        )
    }

    @Test(arguments: [
        ("libsoup/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("http-client/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("go/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("perl-lwp/names.pcap", #"filename="new%0D%0Aline %22 100%.txt""#),
        ("perl-lwp/names.pcap", ##"name="we\"ird näme""##),
    ])
    func `a name is what was meant, however it was escaped`(capture: String, expected: String) throws {
        let request = try #require(try repair(Checkout.path("Captures/\(capture)")).request)
        #expect(String(decoding: request, as: UTF8.self).contains(expected))
    }

    @Test(arguments: [
        ("faulty/boundary-in-content.pcap", "the boundary stands in the content of part"),
        ("mangled/gap.pcap", "the capture lacks bytes of its body"),
    ])
    func `what cannot be told is refused with its reason`(capture: String, reason: String) throws {
        let run = try repair(Checkout.path("Captures/\(capture)")).run
        #expect(run.status == .findings)
        #expect(run.diagnostics.contains(": \(reason)"), "\(run.diagnostics)")
    }

    @Test(arguments: [
        ("POST / HTTP/1.1Host: h\r\n", "a\"", "a field stands in its request line"),
        (
            "POST / HTTP/1.1\r\nHost: h\r\n", "a\"; filename=\"a.png\"Content-Type: image/png",
            "a field stands in the Content-Disposition of part 1"
        ),
    ])
    func `fields that a missing line break hides are not dropped`(
        start: String,
        name: String,
        reason: String
    ) throws {
        let body = "--B\r\nContent-Disposition: form-data; name=\"\(name)\r\n\r\n1\r\n--B--\r\n"
        let sent =
            "\(start)Content-Type: multipart/form-data; boundary=B\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        #expect(try RepairRun(request: Array(sent.utf8)).run.diagnostics.contains(": \(reason)"))
    }

    @Test func `a field of the right value stays, however its name is written`() throws {
        let frames = try repair(Checkout.path("Captures/h2/curl-prior-knowledge.pcapng"))
        #expect(frames.edits == ["wrote the head as HTTP/1.1"])
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        let sent =
            "POST / HTTP/1.1\r\nhost: h\r\ncontent-type: multipart/form-data; boundary=B\r\n"
            + "content-length: \(body.utf8.count)\r\n\r\n\(body)"
        let repair = try RepairRun(request: Array(sent.utf8))
        #expect(repair.edits == ["nothing was changed"])
        #expect(repair.request == Array(sent.utf8))
    }

    @Test func `an exchange that is not there is no refusal`() throws {
        let run = try repair(Checkout.path("Captures/curl/keepalive-two.pcap#7")).run
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains(": has no exchange 7"), "\(run.diagnostics)")
    }

    @Test func `bytes that were printed are bytes again`() throws {
        let folder = try TemporaryFolder()
        let request = folder.path + "/faulty"
        _ = CommandRun([
            "encode", "-F", "ü=ABCDEFGH", "-F", "f=x;filename=a\"b.txt", "--dialect", "like:objc-stream",
            "-o", request,
            "--with-head", "POST", "http://h/", "--chunked",
        ])
        let repaired = try repair(request)
        let text = String(decoding: try #require(repaired.request), as: UTF8.self)
        #expect(text.contains("name=\"ü\"\r\n\r\nABCDEFGH\r\n"))
        #expect(text.contains("filename=\"a%22b.txt\"\r\nContent-Type: text/plain\r\n\r\nx\r\n"))
        #expect(!text.contains("Transfer-Encoding"))
    }
}
