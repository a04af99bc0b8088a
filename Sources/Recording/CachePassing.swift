#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes to a file, past the page cache of the system where that is cheaper: a copy there, and memory for it, cost more than
/// all else that is done with a recorded byte, and a recording is rarely read while it is written.
///
/// Short writes go through the cache, and so do all where the file system does not support `O_DIRECT`, or where the disk is
/// slow: the cache takes at once what a disk may need seconds for.
struct CachePassing {
    /// The number of bytes from which on the way past the cache is the cheaper one.
    private static let leastBytes = 128 << 10
    /// The number of bytes after which the disk is judged.
    private static let judgedBytes = 16 << 20
    /// The bytes a second below which a disk is slow.
    private static let slowestRate = 128 << 20

    private let descriptor: CInt
    /// Whether writes may pass the cache.
    private var isAllowed = false
    /// Whether writes pass it now.
    private var isPassing = false
    private var passedBytes = 0
    private var passingTime = Duration.zero

    /// Prepares to write to an empty file.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var status = stat()
        // On a pipe the flag means another thing (pipe(2)).
        isAllowed = Self.flag != 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes some of the bytes, from the first on.
    ///
    /// - Parameters:
    ///   - bytes: at least one byte.
    ///   - offset: the size of the file.
    /// - Returns: the number of bytes; negative where it failed, with the cause in `errno`.
    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let mask = RecordedPiece.diskBlock - 1
        let isAligned = (offset - Int(bitPattern: bytes.baseAddress)) & mask == 0
        guard isAllowed, isAligned, bytes.count >= Self.leastBytes else {
            pass(false)
            return Self.write(descriptor, bytes)
        }
        guard offset & mask == 0 else {
            pass(false)
            let rest = RecordedPiece.diskBlock - (offset & mask)
            return Self.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<rest]))
        }
        pass(true)
        let start = ContinuousClock.now
        let count = Self.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count & ~mask)]))
        if count > 0 {
            judge(count, ContinuousClock.now - start)
        } else if count < 0, errno == EINVAL {
            isAllowed = false
            return write(bytes, at: offset)
        }
        return count
    }

    /// Gives up the way past the cache where the disk is slow.
    private mutating func judge(_ count: Int, _ time: Duration) {
        passedBytes += count
        passingTime += time
        guard passedBytes >= Self.judgedBytes else { return }
        isAllowed = passingTime < .seconds(1) * passedBytes / Self.slowestRate
        (passedBytes, passingTime) = (0, .zero)
    }

    private mutating func pass(_ isPassing: Bool) {
        guard isPassing != self.isPassing else { return }
        if fcntl(descriptor, F_SETFL, isPassing ? Self.flag : 0) == 0 {
            self.isPassing = isPassing
        } else {
            isAllowed = false
        }
    }

    private static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Darwin)
            return Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// `O_DIRECT` of Linux, which Swift does not import; zero where there is none.
    private static var flag: CInt {
        #if os(Linux) && arch(x86_64)
            return 0o40000
        #elseif os(Linux) && arch(arm64)
            return 0o200000
        #else
            return 0
        #endif
    }
}
