import Shell
import TestSupport
import Testing

@testable import Tool

/// Uploads whose fault comes after a file that is longer than what is kept of a content: judged and repaired as those
/// with a short file.
struct LongFileRepairTests {
    /// A form whose second part is a file, and what a fault makes of the delimiter after it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What stands between the file and the header of the next part, in place of CRLF, the delimiter and CRLF.
        let delimiter: String
        /// The rule that reports it.
        let rule: String
    }

    private static let boundary = "----FormBoundaryh9AE9hhB"

    static let faults = [
        Fault(
            testDescription: "another letter",
            delimiter: "⏎------FormBoundaryh9AE9hhC⏎",
            rule: "lookalike-delimiter"
        ),
        Fault(
            testDescription: "lowercase",
            delimiter: "⏎------formboundaryh9ae9hhb⏎",
            rule: "lookalike-delimiter"
        ),
        Fault(
            testDescription: "cut short",
            delimiter: "⏎------FormBoundaryh9AE⏎",
            rule: "lookalike-delimiter"
        ),
        Fault(
            testDescription: "without its dashes",
            delimiter: "⏎FormBoundaryh9AE9hhB⏎",
            rule: "lookalike-delimiter"
        ),
        Fault(
            testDescription: "a dash too few",
            delimiter: "⏎-----FormBoundaryh9AE9hhB⏎",
            rule: "lookalike-delimiter"
        ),
        Fault(testDescription: "no delimiter", delimiter: "⏎", rule: "header-in-content"),
        Fault(
            testDescription: "no CRLF",
            delimiter: "------FormBoundaryh9AE9hhB⏎",
            rule: "missing-crlf-before"
        ),
        Fault(testDescription: "LF", delimiter: "␊------FormBoundaryh9AE9hhB⏎", rule: "lf-before"),
        Fault(testDescription: "dashes", delimiter: "⏎--------FormBoundaryh9AE9hhB⏎", rule: "extra-dashes"),
        Fault(
            testDescription: "closed",
            delimiter: "⏎------FormBoundaryh9AE9hhB--⏎",
            rule: "part-after-close"
        ),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        Array(text.replacing("⏎", with: "\r\n").replacing("␊", with: "\n").utf8)
    }

    /// A JPEG of random bytes, in which dashes stand by chance.
    private static func image(_ length: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        return [0xFF, 0xD8, 0xFF, 0xE0]
            + (4..<length).map { index in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return index % 997 < 2 ? 0x2D : UInt8(truncatingIfNeeded: state >> 24)
            }
    }

    private static func request(_ fault: Fault, fileLength: Int, files: Int) -> [UInt8] {
        let field = { (name: String, value: String) in
            "Content-Disposition: form-data; name=\"\(name)\"⏎⏎\(value)"
        }
        let head = { (name: String) in
            "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(name).jpg\"⏎Content-Type: image/jpeg⏎⏎"
        }
        var body = bytes("--\(boundary)⏎\(field("title", "sea"))")
        for number in 1...files {
            body += bytes("\(number == 1 ? "⏎--\(boundary)⏎" : fault.delimiter)\(head("photo\(number)"))")
            body += image(fileLength)
        }
        body += bytes("\(fault.delimiter)\(field("album", "coast"))⏎--\(boundary)--⏎")
        return bytes(
            "POST /u HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=\(boundary)⏎"
                + "Content-Length: \(body.count)⏎⏎"
        ) + body
    }

    @Test(arguments: faults, [(600, 1), (100_000, 1), (70_000, 3)])
    func `a faulty delimiter after a file of any length is found, and repaired`(
        _ fault: Fault,
        _ size: (length: Int, files: Int)
    ) throws {
        let request = Self.request(fault, fileLength: size.length, files: size.files)
        let folder = try TemporaryFolder()
        let path = try folder.write(request, to: "sent.http")
        let found = try CommandRun(checking: [path], ["--request", "--threshold", "warning"])
        #expect(found.output.contains("/\(fault.rule)]"), "\(found.output)")
        #expect(found.status == .findings)
        let repair = try RepairRun(request: request)
        #expect(repair.check?.status == .fine, "\(repair.run.diagnostics)")
        let parts = try StrictForm(try #require(repair.request)).parts
        #expect(parts.map(\.name) == ["title"] + (1...size.files).map { "photo\($0)" } + ["album"])
        #expect(parts.dropFirst().dropLast().allSatisfy { $0.size == size.length })
    }

    @Test func `the parts of three long files under boundaries of their own are found`() throws {
        let boundaries = ["Boundary-1a2b3c4d", "Boundary-5e6f7a8b", "Boundary-9c0d1e2f", "Boundary-3a4b5c6d"]
        var body: [UInt8] = []
        for (index, boundary) in boundaries.dropLast().enumerated() {
            let name = "photo\(index)"
            body += Self.bytes(
                "--\(boundary)⏎Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(name).jpg\"⏎"
                    + "Content-Type: image/jpeg⏎⏎"
            )
            body += Self.image(80_000) + Self.bytes("⏎")
        }
        body += Self.bytes("--\(boundaries[3])--⏎")
        let head =
            "POST /u HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=Boundary-77aa88bb⏎"
            + "Content-Length: \(body.count)⏎⏎"
        let request = Self.bytes(head) + body
        let folder = try TemporaryFolder()
        let path = try folder.write(request, to: "sent.http")
        #expect(try CommandRun(checking: [path], ["--request"]).output.contains("[boundary/new-each-time]"))
        let repair = try RepairRun(request: request)
        #expect(try StrictForm(try #require(repair.request)).parts.map(\.size) == [80_000, 80_000, 80_000])
    }

    @Test(arguments: [600, 100_000])
    func `text about forms in a file is data`(_ length: Int) throws {
        let text = String(repeating: "a line -- of text\r\n", count: length / 19)
        let nested =
            "--other\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n1\r\n--other--\r\n"
            + "see\nContent-Disposition: form-data; name=\"x\"\n\n"
        let body = Self.bytes(
            "--\(Self.boundary)⏎Content-Disposition: form-data; name=\"f\"; filename=\"f.txt\"⏎"
                + "Content-Type: text/plain⏎⏎\(text)\(nested)\(text)⏎--\(Self.boundary)--⏎"
        )
        let head = "POST /u HTTP/1.1⏎Host: h⏎Content-Type: multipart/form-data; boundary=\(Self.boundary)⏎"
        let request = Self.bytes(head + "Content-Length: \(body.count)⏎⏎") + body
        let folder = try TemporaryFolder()
        let path = try folder.write(request, to: "sent.http")
        #expect(try CommandRun(checking: [path], ["--request", "--threshold", "warning"]).status == .fine)
    }
}
