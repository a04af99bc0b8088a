import Bytes
import CBrotli
import Exchanges

/// Takes Brotli off (RFC 7932).
final class BrotliStage: CodingStage {
    let coding = ContentCoding.brotli
    private(set) var consumed = 0
    private(set) var hasEnded = false
    /// The library's state, once there are data; `nil` where there is no memory for it.
    private var state: OpaquePointer?
    private var hasBegun = false
    private let memory: LibraryMemory
    /// Nothing: the library's blocks are taken from the budget one by one.
    let memoryBytes = 0
    /// The window, whether or not any of it came out.
    var writtenBytes: Int { memory.byteCount }

    /// Makes a stage that expects the beginning of the data; its memory is taken from `budget`.
    init(_ budget: MemoryBudget) {
        memory = LibraryMemory(of: budget)
    }

    private func begin() {
        hasBegun = true
        // The stage outlives the library's state, and so does what this address refers to.
        state = BrotliDecoderCreateInstance(
            { memory, size in
                guard let memory else { return nil }
                return Unmanaged<LibraryMemory>.fromOpaque(memory).takeUnretainedValue().allocate(size)
            },
            { memory, address in
                guard let memory, let address else { return }
                Unmanaged<LibraryMemory>.fromOpaque(memory).takeUnretainedValue().free(address)
            },
            Unmanaged.passUnretained(memory).toOpaque()
        )
    }

    deinit {
        if let state { BrotliDecoderDestroyInstance(state) }
    }

    /// The library keeps neither pointer after a call.
    func step(_ input: RawSpan) -> CodingStep {
        if !hasBegun { begin() }
        guard let state else { return refusal("the Brotli library refuses to start") }
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
                    let refusal = self.refusal(error.map { String(cString: $0).lowercased() } ?? "damaged")
                    step.isLast = refusal.isLast
                    step.damage = refusal.damage
                }
                return output.count - room
            }
        }
    }

    /// The step after which nothing more is decoded: for want of memory, else because the data are damaged.
    private func refusal(_ damage: String) -> CodingStep {
        memory.wasRefused ? CodingStep(isLast: true) : CodingStep(damage: damage)
    }

    private func end(rest: Int) -> CodingStep {
        CodingStep(isDone: true, damage: rest > 0 ? "bytes follow the end of the data" : nil)
    }
}
