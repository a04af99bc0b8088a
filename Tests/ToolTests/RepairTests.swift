import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// `partwise repair`: the form that was meant, or a reason.
struct RepairTests {
    private func repair(_ capture: String) throws -> (run: CommandRun, request: [UInt8]?, check: CommandRun?)
    {
        let folder = try TemporaryFolder()
        let output = folder.path + "/request"
        let run = try CommandRun(["repair", "CAPTURE", "-o", "OUT"]) { (command: inout RepairCommand) in
            command.capture = capture
            command.output = output
        }
        guard run.status == .fine else {
            #expect(try folder.names().isEmpty, "nothing is left of what failed")
            return (run, nil, nil)
        }
        let check = try CommandRun(["check", "--request", "REQUEST"]) { (command: inout CheckCommand) in
            command.captures = [output]
        }
        return (run, try Checkout.bytes(of: output), check)
    }

    private static func hasOneUpload(_ capture: CaptureFile) -> Bool {
        ((try? capture.truth().requests.count) ?? 1) == 1
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
            #expect(repair.run.status == .unreadable)
            #expect(repair.run.diagnostics.contains(": cannot be repaired: "))
            #expect(repair.run.diagnostics.count(where: \.isNewline) == 1)
        }
    }

    @Test(arguments: [
        ("faulty/glued-close.pcap", "delimiter/missing-crlf-before-close"), ("faulty/lf-only.pcap", "line/"),
        ("faulty/wrong-boundary.pcap", "boundary/mismatch"),
        ("libsoup/tricky.pcap", "disposition/filename-star"),
        ("java-httpclient/plain.pcap", "boundary/too-long"),
        ("http-client/tricky.pcap", "disposition/raw-quote"),
        ("faulty/cl-short.pcapng", "length/short-by-close-delimiter"),
    ])
    func `what was mended is named by its rule`(capture: String, rule: String) throws {
        let repair = try repair(Checkout.path("Captures/\(capture)"))
        #expect(
            repair.run.output.contains("mended error[\(rule)"),
            "\(repair.run.output)\(repair.run.diagnostics)"
        )
    }

    @Test(arguments: [
        ("libsoup/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("http-client/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("go/tricky.pcap", #"filename="na%22me;x=\y é😀.txt""#),
        ("perl-lwp/names.pcap", #"filename="new%0D%0Aline %22 100%.txt""#),
        ("perl-lwp/names.pcap", #"name="we%22ird näme""#),
    ])
    func `a name is what was meant, however it was escaped`(capture: String, expected: String) throws {
        let request = try #require(try repair(Checkout.path("Captures/\(capture)")).request)
        #expect(String(decoding: request, as: UTF8.self).contains(expected))
    }

    @Test(arguments: [
        ("faulty/boundary-in-content.pcap", "the boundary stands in the content of part"),
        ("mangled/gap.pcap", "the capture lacks bytes of its body"),
        ("curl/keepalive-two.pcap#7", "has no exchange 7"),
    ])
    func `what cannot be told is refused with its reason`(capture: String, reason: String) throws {
        let run = try repair(Checkout.path("Captures/\(capture)")).run
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains(": \(reason)"), "\(run.diagnostics)")
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
