import Foundation
import Shell
import TestSupport
import Testing

/// A capture with damage in it: what stands before is judged, and the run says that it is not all.
struct DamagedCaptureTests {
    private static func capture() throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: Checkout.path("Captures/curl/plain.pcap"))))
    }

    @Test(arguments: ["check", "inspect"])
    func `a capture that is damaged exits 3, and what was read of it is not said to conform`(
        _ command: String
    ) throws {
        let folder = try TemporaryFolder()
        let damaged = try Self.capture() + [UInt8](repeating: 0xFF, count: 40)
        let run = CommandRun([command, try folder.write(damaged, to: "damaged.pcap")])
        #expect(run.status == .unreadable)
        #expect(run.diagnostics.contains("says that 4294967295 bytes of it were captured"))
        guard command == "check" else { return }
        #expect(run.output.contains("no fault seen in 1 upload with 3 parts"), "\(run.output)")
        #expect(
            run.output.contains(
                "1 capture is damaged: what follows the damage could not be read, and was not judged"
            )
        )
    }

    @Test(arguments: [
        ["diff", "--against", "curl", "CAPTURE#1"], ["diff", "CAPTURE", "--against", "rfc"],
        ["diff", "CAPTURE#1", "CAPTURE#1"], ["convert", "CAPTURE", "-o", "FOLDER/x.har"],
        ["clients", "--from", "CAPTURE"],
        ["show", "CAPTURE#1"],
    ])
    func `other commands exit 3 too, and say why`(_ line: [String]) throws {
        let folder = try TemporaryFolder()
        let damaged = try folder.write(
            try Self.capture() + [UInt8](repeating: 0xFF, count: 40),
            to: "damaged.pcap"
        )
        let run = CommandRun(
            line.map { $0.replacing("CAPTURE", with: damaged).replacing("FOLDER", with: folder.path) }
        )
        #expect(run.status == .unreadable)
        let remarks = run.diagnostics.split(separator: "\n").filter {
            $0.contains("says that 4294967295 bytes")
        }
        #expect(remarks.count == 1, "\(run.diagnostics)")
    }

    @Test func `a command on one exchange tells the damage and goes on`() throws {
        let folder = try TemporaryFolder()
        let damaged = try folder.write(
            try Self.capture() + [UInt8](repeating: 0xFF, count: 40),
            to: "damaged.pcap"
        )
        let run = CommandRun(["extract", damaged + "#1", "-o", folder.path + "/parts"])
        #expect(run.status == .fine)
        #expect(run.diagnostics.contains("says that 4294967295 bytes of it were captured"))
    }

    @Test func `a capture whose end is missing exits 0: a recorder that is stopped leaves it so`() throws {
        let folder = try TemporaryFolder()
        let cut = try Self.capture() + [1, 2, 3]
        let run = CommandRun(["check", try folder.write(cut, to: "cut.pcap")])
        #expect(run.status == .fine)
        #expect(run.diagnostics.contains("the file ends after"))
        #expect(run.output.contains("conforms"), "\(run.output)")
    }
}
