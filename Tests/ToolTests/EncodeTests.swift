import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// `partwise encode`: what it writes is clean, whole, or not there.
struct EncodeTests {
    @Test(arguments: [
        ["-F", "a=b"], ["-F", "a=b", "--chunked"], ["-F", "na\"me=x", "-F", "ü=@FILE"],
        ["-F", "f=@FILE,FILE;type=x/y"],
        ["-F", "f=<FILE", "--dialect", "rfc7578"], ["-F", "f=@FILE", "--dialect", "like:curl"],
        ["-F", "a=b", "--boundary", "qwertzuiopasdfghjkl1"],
        ["--form-string", "a=@b", "--dialect", "like:chromium"],
    ])
    func `a request that is encoded is clean when it is checked`(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write((0..<100_000).map { UInt8(truncatingIfNeeded: $0) }, to: "f.bin")
        let request = folder.path + "/request"
        let run = CommandRun(
            ["encode", "--with-head", "POST", "http://example.com/up?x=y", "-o", request]
                + arguments.map { $0.replacing("FILE", with: file) }
        )
        #expect(run.status == .fine)
        #expect(run.output.isEmpty && run.diagnostics.isEmpty)
        for options in [["--request"], []] {
            let check = try CommandRun(checking: [request], ["--threshold", "warning"] + options)
            #expect(check.status == .fine)
            #expect(check.output.contains("conforms"), "\(check.output)")
        }
        #expect(try folder.names() == ["f.bin", "request"])
    }

    @Test(.enabled(if: CommandRun.tool != nil, "needs the built tool beside the tests"))
    func `what encode writes to a pipe is clean for the check that reads it`() throws {
        let file = Checkout.path("LICENSE")
        #expect(
            try CommandRun.shell(
                "partwise encode -F 'a=b' -F 'f=@\(file)' --with-head POST http://h/u "
                    + "| partwise check - --threshold note >/dev/null"
            ) == 0
        )
        #expect(
            try CommandRun.shell(
                "cat '\(file)' | partwise encode -F 'f=@-;filename=x' --boundary 0123456789abcdefghijklmnop "
                    + "| partwise check --content-type 'multipart/form-data; boundary=0123456789abcdefghijklmnop' - "
                    + "--threshold note >/dev/null"
            ) == 0
        )
    }

    @Test(.enabled(if: CommandRun.tool != nil, "needs the built tool beside the tests"))
    func `nothing is left of an output whose writing is killed`() throws {
        let folder = try TemporaryFolder()
        let tool = try #require(CommandRun.tool)
        // A named pipe that has no writer: the tool has opened its output and waits.
        let line = "mkfifo pipe && { '\(tool)' encode -F f=@pipe -o o & sleep 0.5; kill -9 $!; wait $!; }"
        #expect(try CommandRun.shell("cd '\(folder.path)' && \(line)") == 128 + 9)
        #if os(Linux)
            #expect(try folder.names() == ["pipe"])
        #endif
    }

    @Test(.enabled(if: CommandRun.tool != nil, "needs the built tool beside the tests"))
    func `a reader that goes away is no failure`() throws {
        let folder = try TemporaryFolder()
        let line =
            "{ partwise encode -F f=@/dev/zero; echo $? >'\(folder.path)/code'; } | head -c 9 >/dev/null"
        #expect(try CommandRun.shell(line) == 0)
        #expect(try Checkout.bytes(of: folder.path + "/code") == Array("0\n".utf8))
    }

    @Test func `the order of fields is that of the command line, whichever option names them`() throws {
        let folder = try TemporaryFolder()
        let run = CommandRun([
            "encode", "-F", "a=1", "--form-string", "b=@2", "-F", "c=3", "--form-string=d=4;x", "-o",
            folder.path + "/o",
        ])
        #expect(run.status == .fine)
        let body = String(decoding: try Checkout.bytes(of: folder.path + "/o"), as: UTF8.self)
        let lines = body.split(separator: "\r\n").filter { !$0.hasPrefix("--") }
        #expect(lines.filter { !$0.contains(":") } == ["1", "@2", "3", "4;x"])
    }

    @Test func `the faults of encoders made by hand are found in what their dialect writes`() throws {
        let folder = try TemporaryFolder()
        let request = folder.path + "/request"
        _ = CommandRun([
            "encode", "-F", "ü=ABCDEFGH", "-F", "f=x;filename=a\"b.txt", "--dialect", "like:objc-stream",
            "-o", request,
            "--with-head", "POST", "http://h/",
        ])
        let check = CommandRun(["check", "--request", request, "--format", "json", "--threshold", "note"])
        for rule in [
            "part/stringified-object", "disposition/raw-quote", "part-header/content-transfer-encoding",
            "boundary/weak",
            "length/",
        ] {
            #expect(
                check.output.contains("\"rule\":\"\(rule)") || check.output.contains("\"rule\": \"\(rule)"),
                "\(rule)"
            )
        }
    }

    @Test(arguments: [
        (["-F", "a=@/no/such/file"], CommandStatus.unreadable, "/no/such/file: no such file"),
        (["-F", "a=@/tmp"], .unreadable, "/tmp: is a directory"),
        (
            ["-F", "a=x--QQy", "--boundary", "QQ"], .usage,
            "the boundary 'QQ' occurs in the content of part 1, at offset 1"
        ),
        (
            ["-F", "a=@FILE", "--boundary", "QQ"], .usage,
            "the boundary 'QQ' occurs in the content of part 1, at offset 3"
        ),
        (
            ["-F", "a=b", "--boundary", "x "], .usage,
            "'x ' is not a boundary: it takes 1 to 70 of the letters, "
                + "digits, spaces and '()+_,-./:=?, and no space at its end"
        ),
        (
            ["-F", "a\nb=c", "--dialect", "rfc7578"], .usage,
            "the name 'a␊b' holds the byte 0x0A, which cannot be written"
        ),
        (["-F", "a=@-", "-F", "b=@-"], .usage, "standard input can be sent once only"),
        (
            ["-F", "a=b", "--with-head", "POST", "ftp://h/"], .usage,
            "'ftp://h/': the URL must begin with http:// or https://"
        ),
        (["-F", "a=b", "--with-head", "PO ST", "http://h/"], .usage, "'PO ST' is not a request method"),
    ])
    func `what cannot be written is one clear line, and the file of before stays`(
        arguments: [String],
        status: CommandStatus,
        line: String
    ) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("abc--QQ".utf8), to: "f")
        let output = try folder.write([0x21], to: "o")
        let run = CommandRun(["encode", "-o", output] + arguments.map { $0.replacing("FILE", with: file) })
        #expect(run.status == status)
        #expect(run.diagnostics == "partwise: \(line)\n")
        #expect(try folder.names() == ["f", "o"])
        #expect(try Checkout.bytes(of: output) == [0x21])
    }

    @Test(arguments: [
        [], ["-F", "a=b", "--dialect", "like:nobody"], ["-F", "a=b", "--chunked"],
        ["-F", "a=b", "--with-head", "POST"],
        ["-F", "a=b;type=x"],
    ])
    func `a wrong command line is exit code 2`(arguments: [String]) {
        let run = CommandRun(["encode"] + arguments)
        #expect(run.status == .usage)
        #expect(!run.diagnostics.isEmpty)
    }

    @Test func `a file that changes while it is encoded leaves no output`() throws {
        let folder = try TemporaryFolder()
        // A file that says that it is empty, and is not: all of them below /proc do.
        let run = CommandRun(["encode", "-F", "a=@/proc/self/status", "-o", folder.path + "/o"])
        #if os(Linux)
            #expect(run.status == .unreadable)
            let reason = "holds more than the 0 bytes that it had when the form was begun"
            #expect(run.diagnostics == "partwise: /proc/self/status: \(reason)\n")
            #expect(try folder.names().isEmpty)
        #endif
    }

    @Test func `what is no regular file is written straight, and a link is kept`() throws {
        let folder = try TemporaryFolder()
        #expect(CommandRun(["encode", "-F", "a=b", "-o", "/dev/null"]).status == .fine)
        let target = try folder.write([1], to: "target")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: target)
        #expect(CommandRun(["encode", "-F", "a=b", "-o", folder.path + "/link"]).status == .fine)
        #expect(try Checkout.bytes(of: target).count > 50)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link") == target)
    }
}
