import Foundation
import Reporting
import Testing

@testable import Shell

struct FileSpoolTests {
    @Test(arguments: [0, 1, 100, 10_000_000])
    func `what was written comes back in order`(_ memoryLimit: Int) {
        let spool = FileSpool(memoryLimit: memoryLimit)
        var expected = ""
        for number in 0..<20_000 {
            let text = "\(number) é漢🙂\n"
            expected += text
            spool.write(text)
        }
        let sink = StringSink()
        spool.replay(into: sink)
        #expect(sink.text == expected)
    }

    @Test func `an empty spool gives nothing`() {
        let sink = StringSink()
        FileSpool().replay(into: sink)
        #expect(sink.text.isEmpty)
    }

    /// How a file is opened to which a report is written; the system moves no bytes to the end of one that is appended to.
    @Test(arguments: [0, 1000, 10_000_000], [O_TRUNC, O_APPEND])
    func `what was written comes to a file after the text before it`(_ memoryLimit: Int, _ mode: CInt) throws
    {
        let path = NSTemporaryDirectory() + "/partwise-spool-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | mode, 0o600)
        try #require(descriptor >= 0)
        defer {
            close(descriptor)
            unlink(path)
        }
        let spool = FileSpool(memoryLimit: memoryLimit)
        var expected = "before\n"
        for number in 0..<60_000 {
            let text = "\(number) é漢🙂\n"
            expected += text
            spool.write(text)
        }
        let sink = DescriptorSink(descriptor, name: "a file", isLineBuffered: false)
        sink.write("before\n")
        spool.replay(into: sink)
        sink.write("after\n")
        sink.flush()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected + "after\n")
    }

    @Test func `what was written comes through a pipe`() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let text = String(repeating: "a line of a report\n", count: 100_000)
        let reader = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let writer = ends[1]
        let thread = Thread {
            let spool = FileSpool(memoryLimit: 0)
            spool.write(text)
            let sink = DescriptorSink(writer, name: "a pipe", isLineBuffered: false)
            spool.replay(into: sink)
            sink.flush()
            close(writer)
        }
        thread.start()
        let read = try #require(try reader.readToEnd())
        #expect(String(decoding: read, as: UTF8.self) == text)
    }
}
