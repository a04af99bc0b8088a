import Bytes
import Foundation
import InspectionRules
import Pipeline
import TestSupport
import Testing

/// What a connection keeps in memory while it is open.
///
/// Measured on x86-64: 3.7 kB before the first byte, 4.2 kB in a head, 20 kB with 8 KiB of a file, and 155 kB from 64 KiB
/// of it on, however much follows.
/// `swift test --attachments-path FOLDER --filter ConnectionMemoryTests` writes the figures to `connection-memory.txt`.
struct ConnectionMemoryTests {
    /// How far a connection has come.
    private enum Stage: String, CaseIterable {
        case idle, head, body, longBody

        /// What its client has sent.
        var bytes: [UInt8] {
            let head =
                "POST /up HTTP/1.1\r\nHost: upload.example.test\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\n"
                + "Content-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Length: 1073741824\r\n\r\n"
            let file =
                "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA seaside\r\n"
                + "--4NqF7uZy1Lr0pKxTt2Wc\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.bin\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n"
            switch self {
            case .idle: return []
            case .head: return Array(head.utf8.prefix(head.utf8.count / 2))
            case .body: return Array((head + file).utf8) + [UInt8](repeating: 0x78, count: 8 * 1024)
            case .longBody: return Array((head + file).utf8) + [UInt8](repeating: 0x78, count: 200 * 1024)
            }
        }
    }

    /// The greatest number of bytes that a connection may keep, whatever was sent over it.
    ///
    /// Most of it is the window of 64 KiB in which a form is read, in an array that doubles as it grows.
    private static let limit = 192 * 1024

    /// The bytes of memory that the process has; `nil` where the system does not say.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Int(getpagesize())
        }
    }

    /// Opens connections, and feeds each what its client has sent, as in packets: the bytes that each keeps.
    private static func bytesPerConnection(_ stage: Stage) throws -> Int {
        let bytes = stage.bytes
        let connections = bytes.count > 1_000 ? 1_000 : 10_000
        var workspace = try InspectionWorkspace(options: InspectionOptions(.standard))
        var open: [ConnectionInspection] = []
        open.reserveCapacity(connections)
        let before = try #require(residentBytes)
        for number in 1...connections {
            let initiator = Endpoint(addressLow: UInt64(number), port: 1)
            var connection = ConnectionInspection(
                ConnectionSummary(number: number, initiator: initiator, responder: nil, sawHandshake: true)
            )
            for start in stride(from: 0, to: bytes.count, by: 8 * 1024) {
                let piece = bytes.span.bytes.extracting(start..<min(start + 8 * 1024, bytes.count))
                connection.received(piece, from: .initiator, ByteOrigin(offset: start), &workspace)
            }
            open.append(connection)
        }
        let after = try #require(residentBytes)
        return withExtendedLifetime(open) { (after - before) / connections }
    }

    // A process of its own, in which no other test allocates.
    @Test(
        .enabled(if: residentBytes != nil, "needs /proc/self/statm"),
        .disabled(if: TestScope.isSanitized, "a sanitizer takes memory of its own")
    )
    func `an open connection keeps at most 192 KiB, however much was sent over it`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            for stage in Stage.allCases {
                let bytes = try Self.bytesPerConnection(stage)
                print("\(stage.rawValue): \(bytes) bytes")
                #expect(bytes < Self.limit, "\(stage.rawValue)")
            }
        }
        let told = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
        for stage in Stage.allCases { #expect(told.contains("\(stage.rawValue): ")) }
        Attachment.record(told, named: "connection-memory.txt")
    }
}
