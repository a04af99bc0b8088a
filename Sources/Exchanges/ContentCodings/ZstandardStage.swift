import Bytes
import CZstd

/// Takes Zstandard off (RFC 8878).
final class ZstandardStage: CodingStage {
    /// The base-2 logarithm of the greatest window, in bytes: senders must not ask for more than 8 MB of a receiver's
    /// memory (RFC 9659 §3).
    private static let windowLogarithm: Int32 = 23
    /// The magic number of a frame, and the byte that says what its header has, in bytes (RFC 8878 §3.1.1).
    private static let frameStart = 5

    let coding = ContentCoding.zstandard
    private(set) var consumed = 0
    private(set) var hasEnded = false
    /// How many bytes the next step of the decoder takes, which is given no more: so it tells where it fails.
    private var wanted = frameStart
    private let state: OpaquePointer?
    private let output = UnsafeMutableRawPointer.allocate(byteCount: pieceLength, alignment: 16)

    /// Makes a stage that expects the beginning of the data.
    init() {
        state = ZSTD_createDStream()
        if let state { ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, Self.windowLogarithm) }
    }

    deinit {
        ZSTD_freeDStream(state)
        output.deallocate()
    }

    /// The pointers are used during the call only: the library is told of them anew each time.
    func decode(_ input: RawSpan, _ emit: (RawSpan) -> Bool) -> String? {
        guard let state else { return "the Zstandard library refuses to start" }
        return input.withUnsafeBytes { bytes in
            var input = ZSTD_inBuffer(src: bytes.baseAddress, size: 0, pos: 0)
            var isFlushing = false
            while input.pos < bytes.count || isFlushing {
                guard !hasEnded || Self.mayBeginFrame(bytes[input.pos]) else {
                    return "bytes follow the end of the data"
                }
                let before = input.pos
                input.size = min(before + wanted, bytes.count)
                var room = ZSTD_outBuffer(dst: output, size: Self.pieceLength, pos: 0)
                let status = ZSTD_decompressStream(state, &room, &input)
                consumed += input.pos - before
                if room.pos > 0 {
                    let piece = UnsafeRawBufferPointer(start: output, count: room.pos)
                    guard emit(piece.bytes) else { return nil }
                }
                guard ZSTD_isError(status) == 0 else {
                    return String(cString: ZSTD_getErrorName(status)).lowercased()
                }
                hasEnded = status == 0
                wanted = hasEnded ? Self.frameStart : status
                isFlushing = !hasEnded && room.pos == room.size
            }
            return nil
        }
    }

    /// Whether a frame may begin with this byte: several may follow one another, skippable ones among them
    /// (RFC 8878 §3.1).
    private static func mayBeginFrame(_ byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}
