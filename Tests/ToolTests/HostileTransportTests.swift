import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// Captures of connections that receivers see otherwise than a naive observer does, and requests that bend the grammar.
struct HostileTransportTests {
    private static func path(_ name: String) -> String { Checkout.path("Tests/Cases/hostile/\(name).pcap") }

    @Test(arguments: [
        "rst-client-inwindow-ignored", "rst-client-outofwindow", "rst-server-inwindow-ignored",
        "rst-server-outofwindow",
    ])
    func `a reset that no receiver heeds changes nothing`(name: String) throws {
        let plain = try CommandRun(checking: [Self.path("plain")], ["--threshold", "note"])
        let run = try CommandRun(checking: [Self.path(name)], ["--threshold", "note"])
        #expect(plain.output.contains("1 upload with 1 part (3,090 bytes) conforms: 13 packets"))
        #expect(
            run.output.replacing(name, with: "plain").replacing("14 packets", with: "13 packets")
                == plain.output
        )
        #expect(run.status == .fine)
    }

    @Test(arguments: [
        ("nul", "the control character 0x00 stands in the target"),
        ("lead", "in the request line a space stands before the method"),
        ("space", "in the request line a space stands in the target"),
        (
            "tab",
            "in the request line a tab stands after the method, where one space belongs (and 1 more like it)"
        ),
        ("h09", "the request line names the version `HTTP/0.9`, which is not a version of HTTP/1"),
    ])
    func `a request line that bends the grammar is read, judged and named`(name: String, message: String)
        throws
    {
        let run = try CommandRun(checking: [Self.path(name)])
        #expect(run.output.contains("error[framing/request-line]: \(message)\n"))
        #expect(run.output.contains("1 error in 1 of 1 upload"))
        #expect(run.status == .findings)
    }

    @Test(arguments: [
        ("nul", "POST /up%00load HTTP/1.1"), ("lead", "POST /upload HTTP/1.1"),
        ("space", "POST /up%20load HTTP/1.1"),
        ("tab", "POST /upload HTTP/1.1"), ("h09", "POST /upload HTTP/1.1"),
    ])
    func `its repair has a request line that every server reads`(name: String, line: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/repaired.http"
        #expect(CommandRun(["repair", Self.path(name), "-o", path]).status == .fine)
        #expect(try Checkout.bytes(of: path).starts(with: Array((line + "\r\n").utf8)))
        #expect(try CommandRun(checking: [path]).output.contains("conforms"))
    }

    @Test(arguments: [("plain", "\"http/1.1\""), ("tab", "\"http/1.1\""), ("h09", "null")])
    func `a protocol that its version does not tell is not known`(name: String, value: String) throws {
        let run = try CommandRun(checking: [Self.path(name)], ["--format", "json"])
        #expect(run.output.contains("\"protocol\": \(value)"))
    }
}
