import CZstd
import Exchanges

/// Takes Zstandard off (RFC 8878).
final class ZstandardStage: CodingStage {
    /// The base-2 logarithm of the greatest window, in bytes: senders must not ask for more than 8 MB of a receiver's
    /// memory (RFC 9659 §3).
    private static let windowLogarithm: Int32 = 23
    /// The magic number of a frame and the byte that describes its header, in bytes (RFC 8878 §3.1.1).
    private static let frameStart = 5

    let coding = ContentCoding.zstandard
    private(set) var consumed = 0
    private(set) var hasEnded = false
    /// Little: what is decoded comes out at once.
    let writtenBytes = 0
    /// The window is allocated as a whole, and written to as data come out.
    var memoryBytes: Int {
        guard let state else { return 0 }
        return min(ZSTD_sizeof_DStream(state), Self.libraryBytes + produced)
    }
    /// What the library keeps besides the window: tables and one block.
    private static let libraryBytes = 320 << 10
    /// The number of bytes that came out.
    private var produced = 0
    /// The number of bytes that the next call of the library takes.
    ///
    /// It is given no more, so that the number of bytes read tells where the data are damaged.
    private var wanted = frameStart
    /// Whether the library holds output for which there was no room.
    private var isFlushing = false
    private let state: OpaquePointer?

    /// Makes a stage that expects the beginning of the data.
    init() {
        state = ZSTD_createDStream()
        if let state { ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, Self.windowLogarithm) }
    }

    deinit {
        ZSTD_freeDStream(state)
    }

    /// The library keeps neither pointer after a call.
    func step(_ input: RawSpan) -> CodingStep {
        guard let state else { return CodingStep(damage: "the Zstandard library refuses to start") }
        guard input.byteCount > 0 || isFlushing else { return CodingStep(isDone: true) }
        return input.withUnsafeBytes { bytes in
            CodingStep { output, step in
                if hasEnded, !Self.mayBeginFrame(bytes[step.consumed]) {
                    step.damage = "bytes follow the end of the data"
                    return 0
                }
                let end = min(step.consumed + wanted, bytes.count)
                var input = ZSTD_inBuffer(src: bytes.baseAddress, size: end, pos: step.consumed)
                var room = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
                let status = ZSTD_decompressStream(state, &room, &input)
                consumed += input.pos - step.consumed
                step.consumed = input.pos
                produced += room.pos
                guard ZSTD_isError(status) == 0 else {
                    step.damage = String(cString: ZSTD_getErrorName(status)).lowercased()
                    return room.pos
                }
                hasEnded = status == 0
                wanted = hasEnded ? Self.frameStart : status
                isFlushing = !hasEnded && room.pos == room.size
                step.isDone = step.consumed == bytes.count && !isFlushing
                return room.pos
            }
        }
    }

    /// Whether a frame may begin with this byte: several may follow one another, skippable ones among them
    /// (RFC 8878 §3.1).
    private static func mayBeginFrame(_ byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}
