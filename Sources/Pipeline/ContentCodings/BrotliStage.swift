import CBrotli
import Exchanges

/// Takes Brotli off (RFC 7932).
final class BrotliStage: CodingStage {
    let coding = ContentCoding.brotli
    private(set) var consumed = 0
    private(set) var hasEnded = false
    private let state: OpaquePointer?

    /// Makes a stage that expects the beginning of the data.
    init() {
        state = BrotliDecoderCreateInstance(nil, nil, nil)
    }

    deinit {
        if let state { BrotliDecoderDestroyInstance(state) }
    }

    /// The library keeps neither pointer after a call.
    func step(_ input: RawSpan) -> CodingStep {
        guard let state else { return CodingStep(damage: "the Brotli library refuses to start") }
        guard !hasEnded else { return end(rest: input.byteCount) }
        return input.withUnsafeBytes { input in
            CodingStep { output, step in
                let rest = UnsafeRawBufferPointer(rebasing: input[step.consumed...])
                var available = rest.count
                var next = rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
                var room = output.count
                var end = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let result = BrotliDecoderDecompressStream(state, &available, &next, &room, &end, nil)
                step.consumed += rest.count - available
                consumed += rest.count - available
                switch result {
                case BROTLI_DECODER_RESULT_SUCCESS:
                    hasEnded = true
                    step.isDone = available == 0
                    step.damage = self.end(rest: available).damage
                case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: step.isDone = true
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break
                default:
                    let error = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state))
                    step.damage = error.map { String(cString: $0).lowercased() } ?? "damaged"
                }
                return output.count - room
            }
        }
    }

    private func end(rest: Int) -> CodingStep {
        CodingStep(isDone: true, damage: rest > 0 ? "bytes follow the end of the data" : nil)
    }
}
