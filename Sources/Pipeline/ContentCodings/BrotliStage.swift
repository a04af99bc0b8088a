import CBrotli
import Exchanges

/// Takes Brotli off (RFC 7932).
final class BrotliStage: CodingStage {
    let coding = ContentCoding.brotli
    private(set) var consumed = 0
    private(set) var hasEnded = false
    private let state: OpaquePointer?
    /// How much the library has allocated; it stands still, for the library is given its address.
    private let allocated: UnsafeMutablePointer<Int>
    var memoryBytes: Int { allocated.pointee }

    /// Room for its length before each block that the library allocates, in bytes; keeps blocks aligned.
    private static let lengthBytes = 16

    /// Makes a stage that expects the beginning of the data.
    init() {
        allocated = .allocate(capacity: 1)
        allocated.initialize(to: 0)
        state = BrotliDecoderCreateInstance(
            { allocated, size in
                let room = size.addingReportingOverflow(BrotliStage.lengthBytes)
                guard !room.overflow else { return nil }
                let block = UnsafeMutableRawPointer.allocate(
                    byteCount: room.partialValue,
                    alignment: BrotliStage.lengthBytes
                )
                block.storeBytes(of: size, as: Int.self)
                allocated?.assumingMemoryBound(to: Int.self).pointee += size
                return block + BrotliStage.lengthBytes
            },
            { allocated, address in
                guard let address else { return }
                let block = address - BrotliStage.lengthBytes
                allocated?.assumingMemoryBound(to: Int.self).pointee -= block.load(as: Int.self)
                block.deallocate()
            },
            allocated
        )
    }

    deinit {
        if let state { BrotliDecoderDestroyInstance(state) }
        allocated.deinitialize(count: 1)
        allocated.deallocate()
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
