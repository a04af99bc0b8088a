import Bytes
import CaptureSources
import Foundation
import TestSupport
import Testing

/// Bodies that a HAR keeps in files beside itself, as Playwright writes it.
struct HARSideFileTests {
    private static let name = "da39a3ee5e6b4b0d3255bfef95601890afd80709.dat"

    private func archive(_ file: String) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"Playwright"},"entries":[{"request":{"method":"POST","#
            + #""url":"http://h/p","httpVersion":"HTTP/1.1","headers":[],"bodySize":-1,"postData":"#
            + #"{"mimeType":"text/plain","text":"","params":[],"_file":"\#(file)"}},"response":{"status":-1}}]}}"#
    }

    private func read(_ path: String, password: String? = nil) throws -> LogRecorder {
        var recorder = LogRecorder()
        var source = try ByteSource(path: path)
        let format = try CaptureReader.format(of: &source)
        #expect(format == .har)
        try LogReader.read(&source, format: format, into: &recorder)
        return recorder
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/partwise-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func `reads a body that is in a file beside the archive`() throws {
        try withFolder { folder in
            try Data([0, 0xFF, 0x0D, 0x0A]).write(to: URL(fileURLWithPath: "\(folder)/\(Self.name)"))
            try Data(archive(Self.name).utf8).write(to: URL(fileURLWithPath: "\(folder)/x.har"))
            let read = try #require(try read("\(folder)/x.har").entries.first)
            #expect(read.requestBytes == [0, 0xFF, 0x0D, 0x0A])
            #expect(read.note.form == .content && read.request?.content == .kept)
        }
    }

    @Test(arguments: [(name, "har.har"), ("0" + name.dropFirst(), "har.har"), ("x.bin", "x.har")])
    func `reads an archive that is zipped with its files, in whichever order`(_ side: String, _ har: String)
        throws
    {
        try withFolder { folder in
            var zip = ZipBuilder()
            if har == "x.har" { zip.add(har, archive(side), deflated: true) }
            zip.add(side, [0, 0xFF], deflated: true)
            if har != "x.har" { zip.add(har, archive(side), deflated: true) }
            try Data(zip.bytes).write(to: URL(fileURLWithPath: "\(folder)/x.har.zip"))
            let read = try #require(try read("\(folder)/x.har.zip").entries.first)
            #expect(read.requestBytes == [0, 0xFF] && read.note.form == .content)
        }
    }

    private func archive(content file: String) -> String {
        #"{"log":{"creator":{"name":"Playwright"},"entries":[{"request":{"method":"GET","url":"http://h/"},"#
            + #""response":{"status":200,"content":{"size":4,"mimeType":"image/png","_file":"\#(file)"}}}]}}"#
    }

    @Test func `reads content of a response that is in a file beside the archive or in its zip`() throws {
        try withFolder { folder in
            try Data([0, 0xFF, 0x0D, 0x0A]).write(to: URL(fileURLWithPath: "\(folder)/\(Self.name)"))
            try Data(archive(content: Self.name).utf8).write(to: URL(fileURLWithPath: "\(folder)/x.har"))
            var zip = ZipBuilder()
            zip.add("har.har", archive(content: Self.name))
            zip.add(Self.name, [0, 0xFF, 0x0D, 0x0A], deflated: true)
            try Data(zip.bytes).write(to: URL(fileURLWithPath: "\(folder)/y.har.zip"))
            for name in ["x.har", "y.har.zip"] {
                let read = try #require(try read("\(folder)/\(name)").entries.first)
                #expect(read.responseBytes == [0, 0xFF, 0x0D, 0x0A])
                #expect(read.response?.representation == .decoded && read.response?.heldLength == 4)
            }
        }
    }

    @Test func `tells of content of a response whose file is missing`() throws {
        try withFolder { folder in
            try Data(archive(content: "../x").utf8).write(to: URL(fileURLWithPath: "\(folder)/x.har"))
            let log = try read("\(folder)/x.har")
            #expect(log.entries.first?.responseBytes == [])
            #expect(
                log.problems.map(\.message) == [
                    "the file ../x with the content of a response is not beside the HAR"
                ]
            )
        }
    }

    @Test(arguments: ["missing.dat", "../secret", "/etc/passwd", ".hidden", "pipe", "a\\\\b"])
    func `a file that is missing, elsewhere or no file is no body`(_ name: String) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/har",
                withIntermediateDirectories: true
            )
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/secret"))
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/har/.hidden"))
            #expect(mkfifo("\(folder)/har/pipe", 0o600) == 0)
            try Data(archive(name).utf8).write(to: URL(fileURLWithPath: "\(folder)/har/x.har"))
            let log = try read("\(folder)/har/x.har")
            #expect(log.entries.first?.request?.content == .absent(length: nil))
            #expect(log.entries.first?.requestBytes == [])
            #expect(log.problems.count == 1)
            #expect(
                log.problems.first?.message.hasSuffix("with the body of a request is not beside the HAR")
                    == true
            )
        }
    }

    /// A session of Fiddler, encrypted by ZipCrypto with the password `hunter2`.
    private static let encrypted =
        "UEsDBAoACQAAAEtUdV24DOzSSQAAAD0AAAALAAAAcmF3LzFfYy50eHSmWWiq8xEUTulWQ90zxsS+jObGmmOpidMT6GKDvPGMNEBUohiviTpF07sGYJIpJq06PGsp3qDhwZNWUlWwjn1DiXoDPM7zK20RUEsHCLgM7NJJAAAAPQAAAFBLAwQKAAkAAABLVHVd3vAXfjIAAAAmAAAACwAAAHJhdy8xX3MudHh0R5MiaA8tClCotPNR6no86Iudu1D0U2cq01RvGsfMv9TnqLSGZbSyy9GG+Bs89OIzK/lQSwcI3vAXfjIAAAAmAAAAUEsBAh4DCgAJAAAAS1R1XbgM7NJJAAAAPQAAAAsAAAAAAAAAAQAAAKSBAAAAAHJhdy8xX2MudHh0UEsBAh4DCgAJAAAAS1R1Xd7wF34yAAAAJgAAAAsAAAAAAAAAAQAAAKSBggAAAHJhdy8xX3MudHh0UEsFBgAAAAACAAIAcgAAAO0AAAAAAA=="

    @Test func `reads an encrypted session with its password, and asks for it without`() throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.encrypted)))
        #expect(CaptureFormat(sniffing: bytes) == .saz)
        var recorder = LogRecorder()
        var source = try ByteSource(name: "x.saz", bytes: bytes)
        try LogReader.read(&source, format: .saz, password: "hunter2", into: &recorder)
        #expect(recorder.problems.isEmpty)
        #expect(recorder.entries.first?.requestText.hasSuffix("\r\n\r\nbody") == true)
        let failure = #expect(throws: CaptureReader.Failure.self) { try LogRecorder.read(bytes, as: .saz) }
        #expect(failure?.description == "log: is encrypted with a password, which --password gives")
        var other = try ByteSource(name: "x.saz", bytes: bytes)
        var wrong = LogRecorder()
        try LogReader.read(&other, format: .saz, password: "hunter3", into: &wrong)
        #expect(wrong.entries.isEmpty && wrong.problems.first?.message.contains("password") == true)
    }
}
