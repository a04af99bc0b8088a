import Foundation
import TestSupport
import Testing

/// The tunnels of the tests, as Wireshark reads them.
struct TunnelJudgeTests {
    private static let tshark: String? = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map {
        $0 + "/tshark"
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What it takes for a tunnel only where it is told what both ends agreed on.
    private static let unsure: Set<String> = [
        "L2TPv3 over IP", "L2TPv3 over IP with a cookie and a sublayer", "L2TPv3 over UDP",
    ]

    @Test(.enabled(if: tshark != nil, "needs tshark"))
    func `Wireshark finds the same segment in them`() throws {
        let tunnels = TunnelFrames.all.filter { !Self.unsure.contains($0.name) }
        // One interface of raw IP: a packet each.
        var file: [UInt8] =
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 10) + [4, 0, 101, 0, 0, 0]
        for (_, bytes) in tunnels {
            let length = [UInt8(bytes.count), 0, 0, 0]
            file += [UInt8](repeating: 0, count: 8) + length + length + bytes
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "tunnels.pcap")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.tshark))
        process.arguments = [
            "-r", path, "-d", "udp.port==8472,vxlan", "-T", "fields", "-e", "frame.number", "-e",
            "tcp.payload",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n")
        #expect(lines.count == tunnels.count)
        let payload = Array("payload".utf8).map { String($0, radix: 16) }.joined()
        for (tunnel, line) in zip(tunnels, lines) {
            #expect(line.hasSuffix("\t" + payload), "\(tunnel.name)")
        }
    }
}
