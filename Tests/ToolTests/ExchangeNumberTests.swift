import Shell
import TestSupport
import Testing

@testable import Tool

/// Numbers of exchanges that no capture can hold, and those that one does not hold.
struct ExchangeNumberTests {
    private static let plain = Checkout.path("Captures/curl/plain.pcap")

    @Test(
        arguments: [
            ["show", "CAPTURE"], ["inspect", "CAPTURE"],
            ["check", "CAPTURE", "--format", "sarif", "-o", "OUTPUT"],
            ["clients", "--from", "CAPTURE"], ["diff", "CAPTURE", "CAPTURE", "-o", "OUTPUT"],
            ["diff", "OTHER", "--against", "CAPTURE", "-o", "OUTPUT"],
            ["extract", "CAPTURE", "-o", "OUTPUT"],
            ["repair", "CAPTURE", "-o", "OUTPUT"], ["convert", "CAPTURE", "-o", "OUTPUT", "--to", "har"],
            ["forms", "CAPTURE", "-o", "OUTPUT"], ["contract", "infer", "CAPTURE", "-o", "OUTPUT"],
            ["contract", "from-form", "CAPTURE", "-o", "OUTPUT"],
        ],
        ["0", "2-1", "0,1"]
    )
    func `a number that no exchange can have is exit code 2, and nothing is written`(
        line: [String],
        number: String
    ) throws {
        let folder = try TemporaryFolder()
        let run = CommandRun(
            line.map {
                $0.replacing("CAPTURE", with: "\(Self.plain)#\(number)").replacing(
                    "OTHER",
                    with: Self.plain + "#1"
                )
                .replacing("OUTPUT", with: folder.path + "/output")
            }
        )
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics.contains("partwise: \(Self.plain): `#\(number)` names no exchange"))
        #expect(try folder.names().isEmpty)
    }

    @Test func `no other capture is judged beside it`() {
        let run = CommandRun(["check", Self.plain, Self.plain + "#0"])
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["show", "check"])
    func `a number that a capture does not hold is exit code 3`(command: String) {
        let run = CommandRun([command, Self.plain + "#9"])
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains("has no exchange 9"))
    }
}
