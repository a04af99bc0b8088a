package import Bytes
package import CaptureSources
package import Inspection
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The pcapng files that a live capture is written to: one, or one after the other.
///
/// Each is complete by itself, and after each ``flush()`` as it stands on the disk.
package final class RecordedFiles {
    /// When a new file is begun.
    package struct Rotation: Hashable, Sendable {
        /// The greatest size of a file in bytes; `nil` for no limit.
        package var size: Int?
        /// How long packets go to one file, in seconds; `nil` for no limit.
        package var seconds: Int?
        /// How many files are kept, of which the oldest are removed; `nil` for all.
        package var ring: Int?

        /// Makes a rotation.
        package init(size: Int? = nil, seconds: Int? = nil, ring: Int? = nil) {
            self.size = size
            self.seconds = seconds
            self.ring = ring
        }

        /// Whether there is more than one file.
        var isActive: Bool { size != nil || seconds != nil }
    }

    /// The number of bytes that wait in memory at most.
    private static let bufferSize = 1 << 20
    /// The number of files whose frames can be named: findings are on frames that came not long ago.
    private static let namedFiles = 4_096

    /// The files that hold the frames so far.
    package private(set) var frames = FrameFiles([])
    /// Why nothing more is written; `nil` while all is well.
    package private(set) var failure: String?
    /// The number of files that were begun.
    package private(set) var fileCount = 0

    private let path: String
    private let rotation: Rotation
    private let interface: CapturedInterface
    private let application: String
    private let isPrivate: Bool
    private var stretches: [FrameFiles.Stretch] = []
    private var names: [String] = []
    private var descriptor: CInt = -1
    private var blocks: [UInt8] = []
    /// The number of bytes of the file that are on the disk.
    private var writtenBytes = 0
    private var packetCount = 0
    private var firstTime: Timestamp?
    private var nextFrame = 1
    /// The first frame that is not on the disk.
    private var unwrittenFrame = 1

    /// Creates, or empties, the first file.
    ///
    /// - Parameters:
    ///   - path: its path, or that from which the names of several are made.
    ///   - rotation: when a new file is begun.
    ///   - interface: the interface that captures.
    ///   - application: the writing program.
    ///   - isPrivate: whether only the owner may read the files, because they hold keys.
    ///   - now: when the capture begins.
    /// - Throws: a ``CommandFailure`` where it cannot be written.
    package init(
        _ path: String,
        _ rotation: Rotation,
        of interface: CapturedInterface,
        application: String,
        isPrivate: Bool = false,
        at now: Timestamp
    ) throws {
        self.path = path
        self.rotation = rotation
        self.interface = interface
        self.application = application
        self.isPrivate = isPrivate
        begin(at: now)
        if let failure { throw CommandFailure.unreadable(failure) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Says that a packet comes next: begins a new file where it does not belong to the one before.
    ///
    /// - Parameters:
    ///   - header: the packet's header.
    ///   - drops: the packets that were dropped so far, for the end of a file.
    package func prepare(_ header: PacketHeader, _ drops: () -> DropCounts?) {
        guard failure == nil else { return }
        nextFrame = header.frame
        guard packetCount > 0, needsNewFile(for: header) else { return }
        finish(drops(), at: header.time)
        guard failure == nil else { return }
        begin(at: header.time ?? firstTime ?? Timestamp(nanoseconds: 0))
    }

    /// Writes the packet that was announced.
    package func append(_ header: PacketHeader, _ packet: RawSpan) {
        guard failure == nil else { return }
        if packetCount == 0 { firstTime = header.time }
        PcapNGWriter.append(header, packet, of: interface, to: &blocks)
        packetCount += 1
        nextFrame = header.frame + 1
        if blocks.count >= Self.bufferSize { flush() }
    }

    /// Writes lines of a key log, for the packets that follow.
    package func append(secrets lines: [UInt8]) {
        guard failure == nil, !lines.isEmpty else { return }
        blocks += PcapNGWriter.secrets(lines)
    }

    /// Hands what waits to the system.
    package func flush() {
        guard failure == nil, !blocks.isEmpty else { return }
        if let code = blocks.withUnsafeBytes({ DescriptorWriting.write($0, to: descriptor) }) {
            fail(names.last ?? path, code)
        } else {
            writtenBytes += blocks.count
            unwrittenFrame = nextFrame
        }
        blocks.removeAll(keepingCapacity: true)
    }

    /// Ends the file with the counts of packets that were dropped.
    package func finish(_ drops: DropCounts?, at time: Timestamp?) {
        guard descriptor >= 0 else { return }
        if let drops { blocks += PcapNGWriter.statistics(drops, at: time, of: interface) }
        flush()
        guard failure == nil else { return }
        if close(descriptor) != 0 { fail(names.last ?? path, errno) }
        descriptor = -1
    }

    private func needsNewFile(for header: PacketHeader) -> Bool {
        let size =
            writtenBytes + blocks.count + PcapNGWriter.lengthOfBlock(of: header)
            + PcapNGWriter.statisticsLength
        if let limit = rotation.size, size > limit { return true }
        guard let seconds = rotation.seconds, let time = header.time, let firstTime else { return false }
        // Where the clock was set back, a new file shows it.
        let age = time.nanoseconds - firstTime.nanoseconds
        return age >= Int64(seconds) * 1_000_000_000 || age < -1_000_000_000
    }

    private func begin(at time: Timestamp) {
        fileCount += 1
        let name = rotation.isActive ? Self.name(path, fileCount, at: time) : path
        descriptor = RecordingDescriptor.create(name, mode: isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else { return fail(name, errno) }
        // A file that was there before keeps its mode.
        if isPrivate { fchmod(descriptor, 0o600) }
        writtenBytes = 0
        packetCount = 0
        firstTime = nil
        names.append(name)
        if let ring = rotation.ring {
            while names.count > ring { _ = SystemPath.withCString(names.removeFirst()) { unlink($0) } }
        } else if names.count > 1 {
            names.removeFirst()
        }
        stretches.append(FrameFiles.Stretch(file: rotation.isActive ? name : nil, first: nextFrame))
        if stretches.count > Self.namedFiles { stretches.removeFirst() }
        frames = FrameFiles(stretches)
        blocks += PcapNGWriter.opening(application: application, of: interface)
        flush()
    }

    private func fail(_ name: String, _ code: CInt) {
        failure = "\(name): cannot be written: \(RecordingDescriptor.reason(code))"
        frames = FrameFiles(stretches, end: unwrittenFrame)
        blocks = []
        guard descriptor >= 0 else { return }
        // What was written in part would make the file a damaged one.
        ftruncate(descriptor, off_t(writtenBytes))
        close(descriptor)
        descriptor = -1
    }

    /// The name of one of several files: `upload-20261122T183000Z-00001.pcapng`.
    static func name(_ path: String, _ number: Int, at time: Timestamp) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(5 - digits.count, 0))
        return name(path, "\(time.fileName)-\(zeros)\(digits)")
    }

    /// What the names of several files have in common: `upload-*.pcapng`.
    static func pattern(_ path: String) -> String { name(path, "*") }

    private static func name(_ path: String, _ part: String) -> String {
        let file =
            path.lastIndex(ofScalar: "/").map { path.unicodeScalars.index(after: $0) } ?? path.startIndex
        let dot = path[file...].lastIndex(of: ".") ?? path.endIndex
        let end = dot > file ? dot : path.endIndex
        return "\(path[..<end])-\(part)\(path[end...])"
    }
}

extension Timestamp {
    /// The time to the second in the basic format of ISO 8601, which every file system takes: `20261122T183000Z`.
    fileprivate var fileName: String {
        text.unicodeScalars.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" }
            .map(String.init).joined() + "Z"
    }
}
