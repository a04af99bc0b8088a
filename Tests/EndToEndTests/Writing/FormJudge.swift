import Foundation
import TestSupport
import Testing

/// A reader of forms that is not ours, run as a program of its own.
struct FormJudge: Sendable {
    /// What it is called in test results.
    let name: String
    private let command: [String]

    /// Python with whichever package for forms it has; `nil` where there is none.
    static let python: FormJudge? = {
        let script = Checkout.path("Tests/EndToEndTests/Judges/judge.py")
        guard let run = try? run(["python3", script, "/nonexistent"]), run.code == 0 else { return nil }
        return FormJudge(
            name: run.errors.trimmingCharacters(in: .whitespacesAndNewlines),
            command: ["python3", script]
        )
    }()

    /// Go's mime/multipart; `nil` where Go is missing.
    static let go: FormJudge? = {
        // Go removes the program after each run.
        let command = ["go", "run", Checkout.path("Tests/EndToEndTests/Judges/judge.go")]
        guard let run = try? run(command + ["/nonexistent"]), run.code == 0 else { return nil }
        return FormJudge(name: "mime/multipart", command: command)
    }()

    /// What it reads in the forms of a folder, one after another.
    func read(_ folder: String) throws -> [[ForeignPart]] {
        let run = try Self.run(command + [folder])
        try #require(run.code == 0, "\(run.errors)")
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            let words = line.split(separator: ",", omittingEmptySubsequences: false)
            return stride(from: 0, to: words.count - 2, by: 3).map { index in
                ForeignPart(
                    name: Self.bytes(words[index]),
                    filename: words[index + 1] == "-" ? nil : Self.bytes(words[index + 1]),
                    content: Self.bytes(words[index + 2])
                )
            }
        }
    }

    /// Runs a program that is found in the path: its exit code and what it wrote.
    static func run(_ command: [String]) throws -> (code: Int32, output: String, errors: String) {
        let folder = try TemporaryFolder()
        let files = try ["output", "errors"].map { try folder.write([], to: $0) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(["GO111MODULE": "off"]) { $1 }
        process.standardOutput = FileHandle(forWritingAtPath: files[0])
        process.standardError = FileHandle(forWritingAtPath: files[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Checkout.bytes(of: $0), as: UTF8.self) }
        return (process.terminationStatus, texts[0], texts[1])
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        let digits = Array(digits.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}

/// A part as another reader reads it.
struct ForeignPart: Hashable {
    /// The name.
    var name: [UInt8]
    /// The filename, `nil` where there is none.
    var filename: [UInt8]?
    /// The content.
    var content: [UInt8]
}
