import Foundation
import TestSupport
import Testing

/// `partwise check -` while the capture is still being recorded.
struct LiveCheckTests {
    @Test(.enabled(if: CommandRun.tool != nil, "needs the built tool beside the tests"))
    func `a finding is written as soon as its request has ended, answered or not`() throws {
        let folder = try TemporaryFolder()
        let body = "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let request =
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; "
            + "boundary=4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let first = WrittenCapture.bytes([(true, Array(request.utf8))], closes: false)
        let answer = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
        let whole = WrittenCapture.bytes([(true, Array(request.utf8)), (false, answer)])
        #expect(whole.starts(with: first))
        _ = try folder.write(first, to: "first")
        _ = try folder.write(Array(whole.dropFirst(first.count)), to: "rest")
        // The rest of the capture is written only once the finding can be read.
        let status = try CommandRun.shell(
            """
            cd '\(folder.path)' && mkfifo pipe && { partwise check - <pipe >report & exec 3>pipe; cat first >&3; \
            for i in $(seq 200); do grep -q 'delimiter/missing-close' report && break; sleep 0.1; done; \
            cp report early; cat rest >&3; exec 3>&-; wait $!; }
            """
        )
        #expect(status == 1)
        let early = String(decoding: try Checkout.bytes(of: folder.path + "/early"), as: UTF8.self)
        let report = String(decoding: try Checkout.bytes(of: folder.path + "/report"), as: UTF8.self)
        #expect(early.contains("error[delimiter/missing-close]"), "\(early)")
        #expect(!early.contains("in 1 of 1 upload"))
        // What was written early is not written again when the response is there.
        #expect(report.hasPrefix(early))
        #expect(report.components(separatedBy: "error[delimiter/missing-close]").count == 2)
        #expect(report.contains("in 1 of 1 upload"), "\(report)")
    }
}
