import Foundation
import TestSupport
import Testing

@testable import Tool

/// Raw files of one request: what its head proves although the file ends with the body.
struct RawRequestTests {
    private static let type = "Content-Type: multipart/form-data; boundary=AaB03x"
    private static let body =
        "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n"

    private func check(_ head: String) throws -> CommandRun {
        let folder = try TemporaryFolder()
        let request = head.replacing("⏎", with: "\r\n") + Self.body
        let path = try folder.write(Array(request.utf8), to: "request.http")
        return try CommandRun(checking: [path])
    }

    @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
    func `a body under a head without a length is reported`(_ version: String) throws {
        let run = try check("POST /u \(version)⏎Host: h⏎\(Self.type)⏎⏎")
        #expect(run.output.hasPrefix("error[length/missing]: 69 bytes follow a head without Content-Length"))
        let named = try check("POST /u \(version)⏎Host: h⏎\(Self.type)⏎Content_Length: 69⏎⏎")
        #expect(named.output.contains("; `Content_Length` is another field"))
    }

    @Test(arguments: [
        "POST /u HTTP/1.1⏎Host: h⏎\(type)⏎Content-Length: 69⏎⏎",
        "POST https://h/u HTTP/1.1⏎\(type)⏎⏎", "POST https://h/u⏎\(type)⏎⏎",
        "POST /u HTTP/2⏎Host: h⏎\(type)⏎⏎",
    ])
    func `a request of a template, whose tool adds the length, is not accused of its absence`(
        _ head: String
    ) throws {
        #expect(try !check(head).output.contains("length/missing"))
    }

    @Test(arguments: [("200 OK", false), ("411 Length Required", true)])
    func `a logged request that a server took is not accused of a length that the log lacks`(
        _ status: String,
        _ isAccused: Bool
    ) throws {
        let request = "POST /u HTTP/1.1\r\nHost: h\r\n\(Self.type)\r\n\r\n\(Self.body)"
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        let messages = ["request": request, "response": answer].sorted { $0.key < $1.key }.map { name, text in
            "<\(name) base64=\"true\"><![CDATA[\(Data(text.utf8).base64EncodedString())]]></\(name)>"
        }
        let folder = try TemporaryFolder()
        let log =
            "<?xml version=\"1.1\"?>\n<items burpVersion=\"1\"><item><url><![CDATA[http://h/u]]></url>"
            + "<host ip=\"10.1.2.3\">h</host><port>80</port><protocol>http</protocol>\(messages.joined())</item></items>"
        let path = try folder.write(Array(log.utf8), to: "items.xml")
        #expect(try CommandRun(checking: [path]).output.contains("length/missing") == isAccused)
    }
}
