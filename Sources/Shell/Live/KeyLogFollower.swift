import Bytes
import Decryption

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a key log while another program writes it: whole lines, as they come.
///
/// The file need not exist yet. Where it is emptied or replaced, it is read from its beginning.
package final class KeyLogFollower {
    /// The number of bytes that are read at once; a key log has some 1,000 for each session.
    private static let pieceSize = 64 << 10
    /// The number of bytes that are read before packets are looked after again.
    private static let turnSize = 1 << 20

    private let path: String
    private var descriptor: CInt = -1
    private var identity: (device: UInt64, file: UInt64) = (0, 0)
    private var offset = 0
    /// The beginning of a line whose end was not written yet.
    private var rest: [UInt8] = []

    /// Follows the file at a path.
    package init(_ path: String) {
        self.path = path
    }

    deinit { closeFile() }

    /// Whether the file was there when it was looked for last.
    package var isOpen: Bool { descriptor >= 0 }

    /// The lines that were written since the last call, with their line feeds.
    package func newLines() -> [UInt8] {
        var lines: [UInt8] = []
        if descriptor >= 0 { readOn(into: &lines) }
        if isReplaced {
            closeFile()
            openFile()
            readOn(into: &lines)
        }
        return lines
    }

    /// The lines that were not taken yet, the last one also without a line feed.
    package func finish() -> [UInt8] {
        var lines: [UInt8] = []
        while case let more = newLines(), !more.isEmpty { lines += more }
        guard !rest.isEmpty else { return lines }
        lines += rest + [0x0A]
        rest = []
        return lines
    }

    /// Whether another file stands at the path than the one that is open, or it was emptied.
    private var isReplaced: Bool {
        var status = stat()
        guard SystemPath.withCString(path, { stat($0, &status) }) == 0 else { return false }
        guard descriptor >= 0 else { return true }
        return Self.identity(of: status) != identity
            || status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) < offset
    }

    private func openFile() {
        // A named pipe that no program writes to yet would block.
        descriptor = SystemPath.withCString(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return }
        identity = Self.identity(of: status)
        offset = 0
        rest = []
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func readOn(into lines: inout [UInt8]) {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while descriptor >= 0, lines.count < Self.turnSize {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            offset += count
            take(piece[..<count], into: &lines)
        }
    }

    private func take(_ piece: ArraySlice<UInt8>, into lines: inout [UInt8]) {
        guard let last = piece.lastIndex(of: 0x0A) else {
            // What is longer than any line is no line of a key log: its beginning is enough to be taken for a bad one.
            if rest.count <= KeyLog.lineLimit { rest += piece }
            return
        }
        lines += rest + piece[...last]
        rest = Array(piece[(last + 1)...])
    }

    private static func identity(of status: stat) -> (device: UInt64, file: UInt64) {
        (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}
