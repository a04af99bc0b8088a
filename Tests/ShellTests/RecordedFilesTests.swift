import Bytes
import CaptureSources
import Foundation
import Inspection
import TestSupport
import Testing

@testable import Shell

/// The files that a live capture is written to.
struct RecordedFilesTests {
    private let folder: TemporaryFolder
    private let interface = CapturedInterface(
        name: "lo",
        linkType: .raw,
        snapLength: 65_535,
        hasNanoseconds: true
    )

    init() throws { folder = try TemporaryFolder() }

    /// 2026-11-22T18:30:00Z.
    private static let start: Int64 = 1_795_372_200_000_000_000

    private static func header(_ frame: Int, second: Int) -> PacketHeader {
        PacketHeader(
            frame: frame,
            time: Timestamp(nanoseconds: start + Int64(second) * 1_000_000_000),
            capturedLength: 100,
            originalLength: 100,
            linkType: .raw
        )
    }

    private func files(_ rotation: RecordedFiles.Rotation) throws -> RecordedFiles {
        try RecordedFiles(
            folder.path + "/up.load.pcapng",
            rotation,
            of: interface,
            application: "test",
            at: Timestamp(nanoseconds: Self.start)
        )
    }

    private func write(_ seconds: [Int], to files: RecordedFiles) {
        let packet = [UInt8](repeating: 0x45, count: 100)
        for (index, second) in seconds.enumerated() {
            let header = Self.header(index + 1, second: second)
            files.prepare(header) { DropCounts(received: index) }
            files.append(header, packet.span.bytes)
        }
    }

    /// The number of packets in each file, by its name.
    private func packets() throws -> [String: Int] {
        try folder.names().reduce(into: [:]) { counts, name in
            counts[name] = try packets(in: folder.path + "/" + name)
        }
    }

    private func packets(in path: String) throws -> Int {
        var source = try ByteSource(path: path)
        var sink = PacketSink()
        let summary = try CaptureReader.read(&source, into: &sink)
        #expect(summary.problems.isEmpty)
        return summary.packetCount
    }

    private struct PacketSink: PacketHandler {
        mutating func packet(_ header: PacketHeader, _ bytes: RawSpan) {}
        mutating func problem(_ problem: CaptureProblem) {}
    }

    @Test func `what was flushed can be read while the capture goes on`() throws {
        let files = try files(RecordedFiles.Rotation())
        write([0, 1, 2], to: files)
        files.flush()
        #expect(try packets() == ["up.load.pcapng": 3])
        let place = try #require(files.frames.place(of: 2))
        #expect(place == (2, nil))
        files.append(secrets: Array("CLIENT_RANDOM 00 11\n".utf8))
        files.finish(DropCounts(), at: nil)
        #expect(try packets() == ["up.load.pcapng": 3] && files.failure == nil)
    }

    @Test func `a file is begun before one becomes too large, and a frame is named with its file`() throws {
        // A packet's block has 132 bytes; the opening and the counts at the end have 144 together.
        let files = try files(RecordedFiles.Rotation(size: 420))
        write([0, 0, 0, 1, 1], to: files)
        files.finish(nil, at: nil)
        let names = [
            "up.load-20261122T183000Z-00001.pcapng", "up.load-20261122T183000Z-00002.pcapng",
            "up.load-20261122T183001Z-00003.pcapng",
        ]
        #expect(try packets() == [names[0]: 2, names[1]: 2, names[2]: 1])
        for (frame, place) in [(1, (1, 0)), (2, (2, 0)), (3, (1, 1)), (4, (2, 1)), (5, (1, 2))] {
            let found = try #require(files.frames.place(of: frame))
            #expect(found == (place.0, folder.path + "/" + names[place.1]))
        }
        for name in try folder.names() {
            #expect(try Checkout.bytes(of: folder.path + "/" + name).count <= 420)
        }
    }

    @Test func `a file is begun after a time, by the clock of the packets, also where that is set back`()
        throws
    {
        let files = try files(RecordedFiles.Rotation(seconds: 60))
        write([0, 59, 60, 70, 121, 30], to: files)
        files.finish(nil, at: nil)
        #expect(try packets().sorted { $0.key < $1.key }.map(\.value).sorted() == [1, 1, 2, 2])
        #expect(files.fileCount == 4)
    }

    @Test func `the newest files are kept`() throws {
        let files = try files(RecordedFiles.Rotation(seconds: 10, ring: 2))
        write([0, 10, 20, 30, 40], to: files)
        files.finish(nil, at: nil)
        #expect(
            try folder.names() == [
                "up.load-20261122T183030Z-00004.pcapng", "up.load-20261122T183040Z-00005.pcapng",
            ]
        )
    }

    @Test func `a file that cannot be made is an error before the capture, and said once in it`() throws {
        #expect(throws: CommandFailure.self) {
            try RecordedFiles(
                folder.path + "/no/such.pcapng",
                RecordedFiles.Rotation(),
                of: interface,
                application: "test",
                at: Timestamp(nanoseconds: 0)
            )
        }
        let files = try files(RecordedFiles.Rotation(seconds: 10))
        write([0, 1], to: files)
        try FileManager.default.removeItem(atPath: folder.path)
        let header = Self.header(3, second: 20)
        files.prepare(header) { nil }
        files.append(header, [UInt8](repeating: 0, count: 100).span.bytes)
        #expect(try #require(files.failure).hasSuffix("cannot be written: no such file or directory"))
        #expect(files.frames.place(of: 2) != nil && files.frames.place(of: 3) == nil)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `a full disk ends the recording, and leaves frames without names`() throws {
        // Opening it succeeds, and so does nothing else.
        let failure = #expect(throws: CommandFailure.self) {
            try RecordedFiles(
                "/dev/full",
                RecordedFiles.Rotation(),
                of: interface,
                application: "test",
                at: Timestamp(nanoseconds: 0)
            )
        }
        #expect(failure?.description == "/dev/full: cannot be written: no space left on device")
    }

    @Test(arguments: [
        ("a.pcapng", "a-20261122T183000Z-00007.pcapng"), ("a", "a-20261122T183000Z-00007"),
        ("x.d/a", "x.d/a-20261122T183000Z-00007"), (".hidden", ".hidden-20261122T183000Z-00007"),
        ("d/.a.b", "d/.a-20261122T183000Z-00007.b"),
    ])
    func `names of files keep the ending`(_ path: String, _ name: String) {
        #expect(RecordedFiles.name(path, 7, at: Timestamp(nanoseconds: Self.start + 999_999_999)) == name)
        #expect(RecordedFiles.pattern(path) == name.replacing("20261122T183000Z-00007", with: "*"))
    }
}
