import Shell
import TestSupport
import Testing

/// Request lines that servers refuse.
struct RequestLineRepairTests {
    @Test(arguments: [
        ("POST upload HTTP/1.1", "POST /upload HTTP/1.1"), ("post /upload HTTP/1.1", "POST /upload HTTP/1.1"),
        ("patch ü HTTP/1.1", "PATCH /ü HTTP/1.1"), ("POST /a b HTTP/1.1", "POST /a%20b HTTP/1.1"),
        ("POST http://h/upload HTTP/1.1", "POST http://h/upload HTTP/1.1"),
        ("upload /u HTTP/1.1", "upload /u HTTP/1.1"),
    ])
    func `the request line is written as servers take it`(_ line: String, _ written: String) throws {
        let body = "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--AaB03x--\r\n"
        let head = "\(line)\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=AaB03x\r\n"
        let request = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let repair = try RepairRun(request: Array(request.utf8))
        let repaired = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(String(decoding: repaired.prefix { $0 != 0x0D }, as: UTF8.self) == written)
        #expect(repair.check?.status == .fine)
        #expect(repair.run.output.contains("wrote the request line") == (line != written))
    }
}
