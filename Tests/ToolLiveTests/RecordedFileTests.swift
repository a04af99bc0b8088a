import Foundation
import TestSupport
import Testing

/// What stands in the file of a recording, however its bytes got there.
struct RecordedFileTests {
    /// The lengths of the contents: little goes through the cache of the system, much past it.
    private static let lengths = [1, 3_000_000, 10, 700_000, 4_096, 2_000_001, 5]

    /// A content in which no two blocks of a disk are the same.
    private static func content(_ length: Int) -> [UInt8] {
        var state = UInt64(length)
        return (0..<length).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
    }

    private static func request(_ content: [UInt8]) -> [UInt8] {
        let opening = "--B7kQ2x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
        let end = "\r\n--B7kQ2x--\r\n"
        let head = """
            POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B7kQ2x\r\n\
            Content-Length: \(opening.utf8.count + content.count + end.utf8.count)\r\n\r\n
            """
        return Array((head + opening).utf8) + content + Array(end.utf8)
    }

    /// Records uploads of all lengths to `path`, one after another on one connection.
    private static func record(to path: String) throws {
        let sink = try SinkProcess(["-o", path])
        let client = try RawClient(port: sink.port)
        for length in lengths {
            client.send(request(content(length)))
            #expect(client.receive(until: "\"notes\"").hasPrefix("HTTP/1.1 200 "))
        }
        let result = sink.stop()
        #expect(result.status == 0, "\(result.diagnostics)")
    }

    private static func expectAll(in path: String) throws {
        for (index, length) in lengths.enumerated() {
            let parts = "\(path).\(index)"
            let run = try LiveRun(["extract", "\(path)#\(index + 1)", "-o", parts], of: "partwise")
            let files = try FileManager.default.subpathsOfDirectory(atPath: parts)
            let contents = files.map { FileManager.default.contents(atPath: parts + "/" + $0) }
            #expect(contents.contains(Data(content(length))), "\(length) bytes: \(run.output)")
        }
    }

    @Test(arguments: [NSTemporaryDirectory(), "/dev/shm", Checkout.path(".build")])
    func `every byte of uploads, small and large, on every file system`(folder: String) throws {
        guard FileManager.default.isWritableFile(atPath: folder) else { return }
        let folder = folder + "/recorded-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.record(to: folder + "/r.pcapng")
        try Self.expectAll(in: folder + "/r.pcapng")
    }

    @Test func `every byte behind a pipe`() throws {
        let folder = try TemporaryFolder()
        let (pipe, file) = (folder.path + "/pipe", folder.path + "/r.pcapng")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/bin/sh")
        reader.arguments = ["-c", "exec cat '\(pipe)' >'\(file)'"]
        try reader.run()
        try Self.record(to: pipe)
        reader.waitUntilExit()
        try Self.expectAll(in: file)
    }

    @Test func `a file that is being recorded to is not emptied by another program`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/r.pcapng"
        let sink = try SinkProcess(["-o", path])
        let client = try RawClient(port: sink.port)
        client.send(Self.request(Array("abc".utf8)))
        _ = client.receive(until: "\"notes\"")
        let second = try LiveRun(["sink", "--listen", "127.0.0.1:0", "--no-config", "-o", path])
        #expect(second.status == 3)
        #expect(second.diagnostics.contains("another program is recording to it"), "\(second.diagnostics)")
        _ = sink.stop()
        let report = try LiveRun(["check", path], of: "partwise")
        #expect(report.output.contains("1 exchange"), "\(report.output)")
    }

    @Test(arguments: [["proxy", "-o", "-"], ["proxy", "--upstream-record", "-"], ["sink", "-o", "-"]])
    func `standard output has the report, and no recording`(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let options = arguments[0] == "proxy" ? ["--ca-folder", folder.path] : []
        let run = try LiveRun(arguments + ["--listen", "127.0.0.1:0"] + options)
        #expect(run.status == 2, "\(run.diagnostics)")
        #expect(run.diagnostics.contains("a recording takes the name of a file"))
    }
}
