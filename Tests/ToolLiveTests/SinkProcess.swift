import Foundation
import TestSupport

/// `partwise-live sink`, or another command that listens, as a process of its own, on a free port of the loopback interface.
final class SinkProcess {
    /// The port on which it listens.
    let port: UInt16
    /// The address of its page, where it has one.
    let page: PageAddress?
    /// The number of the process.
    var identifier: Int32 { process.processIdentifier }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    private let process = Process()
    private let errors = Pipe()
    private let folder: TemporaryFolder
    private let output: String
    private var remarks = Data()

    /// What it left when it ended.
    struct Result {
        /// The exit status.
        var status: Int32
        /// What it printed.
        var output: String
        /// What it said besides.
        var diagnostics: String
    }

    /// Why there is no sink.
    struct Failure: Error {
        /// What it said.
        var text: String
    }

    /// Starts a sink with options besides the address.
    init(_ options: [String] = [], command: String = "sink") throws {
        folder = try TemporaryFolder()
        output = folder.path + "/output"
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        process.executableURL = LiveRun.url(of: "partwise-live")
        let kind = command == "trial" ? ["--serve"] : ["--no-config"]
        process.arguments = [command, "--listen", "127.0.0.1:0"] + kind + options
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = errors
        try process.run()
        var line = ""
        let lines = options.contains("--ui") ? 2 : 1
        while line.count(where: { $0 == "\n" }) < lines {
            let data = errors.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(text: line) }
            line += String(decoding: data, as: UTF8.self)
        }
        let digits = line.drop { $0 != ":" }.split(separator: ":").compactMap { part in
            UInt16(part.prefix(while: \.isNumber))
        }
        guard let port = digits.first else { throw Failure(text: line) }
        self.port = port
        page = PageAddress(line)
    }

    /// What it has printed so far.
    var printed: String {
        String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Waits until it has said a text besides what it prints; false where it ended before.
    func waits(forRemark text: String) -> Bool {
        while !String(decoding: remarks, as: UTF8.self).contains(text) {
            let data = errors.fileHandleForReading.availableData
            guard !data.isEmpty else { return false }
            remarks += data
        }
        return true
    }

    /// Ends it as Ctrl-C does, and waits until it has.
    func stop() -> Result {
        process.interrupt()
        remarks += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: printed,
            diagnostics: String(decoding: remarks, as: UTF8.self)
        )
    }
}
