import Bytes
import Forms

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the contents of one form's parts, as they arrive, in a file without a name: memory does not grow with them.
final class ContentSpool {
    private var file: NamelessFile?
    private var length = 0
    private var places: [Int: Range<Int>] = [:]
    /// Why something could not be kept; nothing is complete then.
    private(set) var failure: CommandFailure?

    /// Takes the next bytes of a part's content; parts come in order.
    func write(_ bytes: RawSpan, part: Int) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            if file == nil { file = try NamelessFile() }
        } catch {
            failure = error
            return
        }
        guard let file, bytes.withUnsafeBytes({ file.append($0) }) else {
            failure = .unreadable("the contents of the parts cannot be kept: \(NamelessFile.reason)")
            return
        }
        let start = places[part]?.lowerBound ?? length
        length += bytes.byteCount
        places[part] = start..<length
    }

    /// The content of a part, which can be read any number of times.
    func content(of part: Int) -> PartContent {
        guard let place = places[part], let file else { return .bytes([]) }
        return .stream(length: place.count) { SpooledContent(file, place) }
    }

    /// The bytes of a part's content, at most `limit` of them.
    func bytes(of part: Int, limit: Int) -> [UInt8] {
        guard let file else { return [] }
        let place = (places[part] ?? 0..<0).prefix(limit)
        return [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
            count =
                place.isEmpty
                ? 0 : max(file.read(into: UnsafeMutableRawBufferPointer(buffer), at: place.lowerBound), 0)
        }
    }
}

/// The bytes of one part.
private final class SpooledContent: PartSource {
    private let file: NamelessFile
    private var rest: Range<Int>

    init(_ file: NamelessFile, _ place: Range<Int>) {
        self.file = file
        rest = place
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
        guard !room.isEmpty else { return 0 }
        let count = file.read(into: room, at: rest.lowerBound)
        guard count > 0 else {
            throw CommandFailure.unreadable("what was kept of it cannot be read: \(NamelessFile.reason)")
        }
        rest = (rest.lowerBound + count)..<rest.upperBound
        return count
    }
}

/// A file that nobody else can open, and that is gone when it is let go of.
private final class NamelessFile: Sendable {
    private let descriptor: CInt

    init() throws(CommandFailure) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/partwise-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CommandFailure.unreadable("\(folder): cannot be written to: \(Self.reason)")
        }
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Whether all bytes could be written at the end.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        DescriptorWriting.write(bytes, to: descriptor) == nil
    }

    /// How many bytes were read from an offset on; less than 0 at a failure.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            return count
        }
    }

    /// The system's words for what just went wrong.
    static var reason: String { String(cString: strerror(errno)).lowercased() }
}
