import Shell
import TestSupport
import Testing

/// Outputs that would take the place of what is read.
struct OverwrittenInputTests {
    @Test(arguments: [
        ["check", "INPUT", "-o", "INPUT"], ["check", "INPUT#1", "-o", "FOLDER/./x.http"],
        ["diff", "INPUT#1", "INPUT#1", "-o", "INPUT"],
        ["diff", "INPUT#1", "--against", "curl", "-o", "INPUT"],
        ["diff", "OTHER#1", "--against", "INPUT#1", "-o", "INPUT"], ["repair", "INPUT", "-o", "INPUT"],
        ["convert", "INPUT", "--to", "har", "-o", "INPUT"], ["forms", "INPUT", "-o", "INPUT"],
        ["contract", "infer", "INPUT", "-o", "INPUT"], ["encode", "-F", "a=@INPUT", "-o", "INPUT"],
        ["encode", "-F", "a=@OTHER,INPUT", "-o", "INPUT"],
    ])
    func `are refused, and the input stays`(_ line: [String]) throws {
        let folder = try TemporaryFolder()
        let form = "--q8Wz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--q8Wz--\r\n"
        let request = Array(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=q8Wz\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
                .utf8
        )
        let input = try folder.write(request, to: "x.http")
        let other = try folder.write(request, to: "y.http")
        let run = CommandRun(
            line.map {
                $0.replacing("INPUT", with: input).replacing("OTHER", with: other)
                    .replacing("FOLDER", with: folder.path)
            }
        )
        #expect(run.status == .usage)
        #expect(run.diagnostics.contains("name one file"), "\(run.diagnostics)")
        #expect(try Checkout.bytes(of: input) == request)
        #expect(try folder.names() == ["x.http", "y.http"])
    }
}
