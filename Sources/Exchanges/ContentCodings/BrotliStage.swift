import Bytes
import CBrotli

/// Takes Brotli off (RFC 7932).
final class BrotliStage: CodingStage {
    let coding = ContentCoding.brotli
    private(set) var consumed = 0
    private(set) var hasEnded = false
    private let state: OpaquePointer?
    private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceLength)

    /// Makes a stage that expects the beginning of the data.
    init() {
        state = BrotliDecoderCreateInstance(nil, nil, nil)
    }

    deinit {
        if let state { BrotliDecoderDestroyInstance(state) }
        output.deallocate()
    }

    /// The pointers are used during the call only: the library is told of them anew each time.
    func decode(_ input: RawSpan, _ emit: (RawSpan) -> Bool) -> String? {
        guard let state else { return "the Brotli library refuses to start" }
        if hasEnded { return input.byteCount > 0 ? "bytes follow the end of the data" : nil }
        return input.withUnsafeBytes { input in
            var available = input.count
            var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            while true {
                let before = available
                var room = Self.pieceLength
                var end: UnsafeMutablePointer<UInt8>? = output
                let result = BrotliDecoderDecompressStream(state, &available, &next, &room, &end, nil)
                consumed += before - available
                let produced = Self.pieceLength - room
                if produced > 0 {
                    guard emit(UnsafeRawBufferPointer(start: output, count: produced).bytes) else {
                        return nil
                    }
                }
                switch result {
                case BROTLI_DECODER_RESULT_SUCCESS:
                    hasEnded = true
                    return available > 0 ? "bytes follow the end of the data" : nil
                case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return nil
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
                default:
                    return String(cString: BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state)))
                        .lowercased()
                }
            }
        }
    }
}
