import Foundation
import TestSupport

@testable import Tool

/// A run of `partwise repair`, and what is found in the request that it wrote.
struct RepairRun {
    /// The run.
    let run: CommandRun
    /// The request; `nil` where none was written.
    let request: [UInt8]?
    /// A run of `partwise check` over it.
    let check: CommandRun?
    /// What was changed, line by line, or why nothing was.
    var edits: [String] {
        if request == nil {
            let line = run.diagnostics.split(separator: "\n").first.map(String.init) ?? ""
            return [line.components(separatedBy: "cannot be repaired: ").last ?? line]
        }
        return run.output.split(separator: "\n").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("stays ") }
    }

    /// Repairs an exchange of a capture.
    init(_ capture: String, _ options: [String] = []) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let output = folder.path + "/request"
        if options.isEmpty {
            run = try CommandRun(["repair", "CAPTURE", "-o", "OUT"]) { (command: inout RepairCommand) in
                command.capture = capture
                command.output = output
            }
        } else {
            run = CommandRun(["repair", capture, "-o", output] + options)
        }
        guard try folder.names().contains("request") else {
            (request, check) = (nil, nil)
            return
        }
        request = try Checkout.bytes(of: output)
        check = try CommandRun(["check", "--request", "REQUEST"]) { (command: inout CheckCommand) in
            command.captures = [output]
        }
    }

    /// Repairs a request that is in memory.
    init(request: [UInt8], _ options: [String] = []) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        try self.init(try folder.write(request, to: "sent.http"), options)
    }

    /// Repairs a body under a Content-Type, with the right length.
    init(body: String, contentType: String = "multipart/form-data; boundary=AaB03x", _ options: [String] = [])
        throws
    {
        let body = body.replacing("⏎", with: "\r\n")
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: \(contentType)\r\n"
        try self.init(
            request: Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8),
            options
        )
    }
}
