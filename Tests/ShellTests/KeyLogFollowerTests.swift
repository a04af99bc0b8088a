import Foundation
import Shell
import TestSupport
import Testing

/// A key log that is read while another program writes it.
struct KeyLogFollowerTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/keys.log"
    }

    private func append(_ text: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `lines are read once they are whole, whenever the file is made`() throws {
        let follower = KeyLogFollower(path)
        #expect(follower.newLines().isEmpty && !follower.isOpen)
        try append("first\nsec")
        #expect(text(follower.newLines()) == "first\n")
        #expect(follower.newLines().isEmpty)
        try append("ond\nthird\nfou")
        #expect(text(follower.newLines()) == "second\nthird\n")
        #expect(text(follower.finish()) == "fou\n")
        #expect(follower.finish().isEmpty)
    }

    @Test func `a file that is emptied, or replaced by another, is read from its beginning`() throws {
        let follower = KeyLogFollower(path)
        try append("one\ntw")
        #expect(text(follower.newLines()) == "one\n")
        #expect(truncate(path, 0) == 0)
        try append("1\n")
        #expect(text(follower.newLines()) == "1\n")
        try append("last of the old\n")
        #expect(rename(path, path + ".1") == 0)
        try append("new\n")
        #expect(text(follower.newLines()) == "last of the old\nnew\n")
        #expect(unlink(path) == 0)
        #expect(follower.newLines().isEmpty)
        try append("made again\n")
        #expect(text(follower.newLines()) == "made again\n")
    }

    @Test func `a pipe is read as it is written to, and waited for while none of it comes`() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let follower = KeyLogFollower(path)
        #expect(follower.newLines().isEmpty)
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        defer { close(writer) }
        #expect(writer >= 0 && write(writer, "a\nb", 3) == 3)
        #expect(text(follower.newLines()) == "a\n")
        #expect(write(writer, "\n", 1) == 1)
        #expect(text(follower.newLines()) == "b\n")
    }

    @Test func `a file without line feeds takes no more memory than a line`() throws {
        let follower = KeyLogFollower(path)
        for _ in 0..<8 {
            try append(String(repeating: "x", count: 1 << 20))
            #expect(follower.newLines().isEmpty)
        }
        #expect(follower.finish().count < 256 << 10)
    }
}
