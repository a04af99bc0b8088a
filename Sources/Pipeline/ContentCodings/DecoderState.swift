import Bytes
import Exchanges

/// What a ``ContentDecoder`` keeps behind its lock: the state of the C libraries, and the account of the body.
struct DecoderState: ~Copyable {
    /// What came of it so far.
    private(set) var result: ContentDecoding
    private let limits: ExpansionLimits
    /// The codings in the order in which they are taken off.
    private var stages: [any CodingStage]
    private var isStopped: Bool
    private let budget: MemoryBudget
    private let memory: MemoryShare
    /// Bytes of content beyond the ratio that were taken from the budget.
    private var expandedBytes = 0
    private var memoryBytes = 0

    /// The number of bytes by which what is taken from the budget may differ from what the libraries keep.
    private static let memoryStep = 32 << 10

    /// Makes the state for a body under these codings, the last one applied first; without any, nothing is decoded.
    init(
        _ codings: [ContentCoding],
        _ result: ContentDecoding,
        _ limits: ExpansionLimits,
        _ memory: MemoryBudget
    ) {
        self.result = result
        budget = memory
        self.memory = MemoryShare(of: memory, for: .decoder)
        self.limits = limits
        stages = codings.map { coding -> any CodingStage in
            switch coding {
            case .gzip, .deflate: InflateStage(coding)
            case .brotli: BrotliStage(memory)
            case .zstandard: ZstandardStage()
            }
        }
        isStopped = codings.isEmpty
    }

    /// Counts so many bytes of the coded body; says whether they are to be decoded.
    mutating func begin(_ count: Int) -> Bool {
        guard !isStopped else { return false }
        result.encodedLength += count
        return true
    }

    /// Takes one coding off the beginning of `input`.
    mutating func step(_ index: Int, _ input: RawSpan) -> CodingStep {
        guard !isStopped else { return CodingStep(isLast: true) }
        var step = stages[index].step(input)
        guard step.damage == nil else { return step }
        guard !step.isLast else {
            result.outcome = .captureLimit
            stop()
            return step
        }
        let needed = stages.reduce(0) { $0 + $1.memoryBytes }
        guard abs(needed - memoryBytes) > Self.memoryStep else { return step }
        memoryBytes = needed
        guard !memory.resize(to: needed) else { return step }
        result.outcome = .captureLimit
        stop()
        step.isLast = true
        return step
    }

    /// Lets go of the libraries' memory.
    private mutating func stop() {
        isStopped = true
        stages = []
        _ = memory.resize(to: 0)
    }

    /// The data of a coding are damaged where its stage stands.
    mutating func fail(_ index: Int, _ reason: String) {
        guard !isStopped else { return }
        let stage = stages[index]
        // What was decoded before the damage, and never came out, was work all the same.
        if stage.writtenBytes > limits.ratio * result.encodedLength {
            _ = budget.expandBody(stage.writtenBytes)
        }
        result.outcome = .damaged(coding: stage.coding.rawValue, offset: stage.consumed, reason: reason)
        stop()
    }

    /// Counts so many decoded bytes; says whether they are within the limits, and stops where they are not.
    mutating func count(_ decoded: Int) -> Bool {
        result.decodedLength += decoded
        let times = result.decodedLength / max(result.encodedLength, 1)
        guard
            result.decodedLength > limits.bytes
                || (result.decodedLength > limits.ratioBytes && times > limits.ratio)
        else { return mayExpand(times) }
        result.outcome = .expanded(bytes: result.decodedLength, times: times)
        stop()
        return false
    }

    /// Whether a body that is within the limits of its own is within those of the capture; stops where it is not.
    private mutating func mayExpand(_ times: Int) -> Bool {
        guard times > limits.ratio, result.decodedLength - expandedBytes > Self.expansionStep else {
            return true
        }
        guard budget.expandBody(result.decodedLength - expandedBytes) else {
            result.outcome = .captureLimit
            stop()
            return false
        }
        expandedBytes = result.decodedLength
        return true
    }

    /// The number of decoded bytes at which the budget is asked; what expands to less is not counted.
    private static let expansionStep = 256 << 10

    /// The next bytes of the coded body are missing.
    mutating func miss() {
        guard !isStopped else { return }
        result.outcome = .cutOff
        stop()
    }

    /// The coded body has ended.
    mutating func finish() {
        guard !isStopped else { return }
        if result.encodedLength > 0, stages.contains(where: { !$0.hasEnded }) { result.outcome = .cutOff }
        stop()
    }
}
