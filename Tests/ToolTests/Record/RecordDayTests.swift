import Bytes
import CaptureSources
import Foundation
import Reporting
import Shell
import TestSupport
import Testing

/// A live capture that goes on for a day, in fast motion.
struct RecordDayTests {
    /// The bytes of memory that the process has; `nil` where the system does not say.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Int(getpagesize())
        }
    }

    /// Gives the packets of one upload over and over, each time from another port and later.
    private final class Day: PacketSource {
        let interface = CapturedInterface(
            name: "fed0",
            linkType: .ethernet,
            snapLength: 262_144,
            hasNanoseconds: true
        )
        let drops: DropCounts? = nil
        private(set) var now: Timestamp
        /// The bytes of memory after each upload.
        private(set) var memory: [Int] = []

        private let packets: [FedSource.Packet]
        private let uploads: Int
        private var upload = 0
        private var frame = 0

        init(_ packets: [FedSource.Packet], uploads: Int) throws {
            self.packets = packets
            self.uploads = uploads
            now = try #require(packets.first?.header.time)
        }

        func read(
            waiting milliseconds: Int,
            _ take: (PacketHeader, RawSpan) -> Bool
        ) throws(CaptureDeviceFailure) -> Bool {
            let step = 86_400_000_000_000 / Int64(uploads)
            // One in ten clients goes away without an end.
            let isCutOff = upload.isMultiple(of: 10)
            for packet in packets.dropLast(isCutOff ? packets.count / 3 : 0) {
                frame += 1
                var header = packet.header
                header.frame = frame
                header.time = header.time.map {
                    Timestamp(nanoseconds: $0.nanoseconds + Int64(upload) * step)
                }
                now = header.time ?? now
                guard take(header, Self.moved(packet.bytes, to: UInt16(1_024 + upload % 60_000)).span.bytes)
                else { return true }
            }
            upload += 1
            memory.append(RecordDayTests.residentBytes ?? 0)
            return upload < uploads
        }

        /// An Ethernet frame with IPv4 and TCP, from or to another port of the client than 8080's.
        private static func moved(_ frame: [UInt8], to port: UInt16) -> [UInt8] {
            var frame = frame
            let header = 14 + Int(frame[14] & 0x0F) * 4
            let isFromServer = UInt16(frame[header]) << 8 | UInt16(frame[header + 1]) < 32_768
            let place = isFromServer ? header + 2 : header
            frame[place] = UInt8(port >> 8)
            frame[place + 1] = UInt8(port & 0xFF)
            return frame
        }
    }

    /// Counts lines, and keeps none.
    private final class LineCount: TextSink {
        private(set) var lines = 0

        func write(_ text: String) { lines += text.count { $0 == "\n" } }
    }

    /// Records a day with so many uploads to rotated files, and gives the memory after each.
    private static func record(_ uploads: Int) throws -> [Int] {
        let packets = try FedSource.packets(of: Checkout.path("Captures/curl/plain.pcap"))
        let day = try Day(packets, uploads: uploads)
        let folder = try TemporaryFolder()
        let log = try folder.write([], to: "keys.log")
        let count = LineCount()
        let status = try FedRun.run(
            day,
            now: { day.now },
            .text,
            writing: count,
            to: folder.path + "/day.pcapng",
            RecordedFiles.Rotation(size: 4 << 20, seconds: 3_600, ring: 3),
            keys: [log]
        ) { _ in }
        #expect(status != .unreadable && count.lines >= uploads)
        // The three that the ring keeps, and the key log.
        #expect(try folder.names().count == 4)
        return day.memory
    }

    // A process of its own, in which no other test allocates.
    @Test(
        .enabled(if: residentBytes != nil, "needs /proc/self/statm"),
        .disabled(if: TestScope.isSanitized, "a sanitizer takes memory of its own")
    )
    func `memory stays level over a day`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            // Connections that are over are remembered, up to a number that a whole run passes early.
            let uploads = TestScope.isWhole ? 60_000 : 1_500
            let memory = try Self.record(uploads)
            let growth = memory[uploads - 1] - memory[uploads / 3]
            print("\(memory[0]) bytes, then \(memory[uploads / 3]), at last \(memory[uploads - 1])")
            // An exchange that is kept takes 5 kB and more, a remembered connection less than one.
            #expect(growth < 3 << 20, "\(growth) bytes in \(uploads - uploads / 3) uploads")
        }
        let told = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
        Attachment.record(told, named: "record-memory.txt")
    }
}
