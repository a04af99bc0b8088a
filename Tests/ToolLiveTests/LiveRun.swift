import Foundation

/// A command of an executable that is built beside the tests, run to its end.
struct LiveRun {
    /// The exit status.
    let status: Int32
    /// What it printed.
    let output: String
    /// What it said besides.
    let diagnostics: String

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: the arguments.
    ///   - executable: the executable's name.
    /// - Throws: where it cannot be run.
    init(_ arguments: [String], of executable: String = "partwise-live") throws {
        try self.init(arguments, at: Self.url(of: executable))
    }

    /// Runs a line of the shell.
    init(shell line: String) throws {
        try self.init(["-c", line], at: URL(fileURLWithPath: "/bin/sh"))
    }

    /// Whether programs are installed.
    static func has(_ names: String...) -> Bool {
        names.allSatisfy { (try? LiveRun(shell: "command -v \($0)"))?.status == 0 }
    }

    /// A line of the shell that makes a key and a certificate for localhost, key.pem and cert.pem, and gives up where it
    /// cannot.
    static let certificate =
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>&1 || exit 1"

    private init(_ arguments: [String], at executable: URL) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What is printed here fits a pipe: neither end waits for the other.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        diagnostics = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Where an executable is.
    static func url(of executable: String) -> URL {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent(executable)
    }
}
