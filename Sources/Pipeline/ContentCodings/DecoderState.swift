import Exchanges

/// What a ``ContentDecoder`` keeps behind its lock: the state of the C libraries, and the account of the body.
struct DecoderState: ~Copyable {
    /// What came of it so far.
    private(set) var result: ContentDecoding
    private let limits: ExpansionLimits
    /// The codings in the order in which they are taken off.
    private let stages: [any CodingStage]
    private var isStopped: Bool

    /// Makes the state for a body under these codings, the last one applied first; without any, nothing is decoded.
    init(_ codings: [ContentCoding], _ result: ContentDecoding, _ limits: ExpansionLimits) {
        self.result = result
        self.limits = limits
        stages = codings.map { coding -> any CodingStage in
            switch coding {
            case .gzip, .deflate: InflateStage(coding)
            case .brotli: BrotliStage()
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
    func step(_ index: Int, _ input: RawSpan) -> CodingStep { stages[index].step(input) }

    /// The data of a coding are damaged where its stage stands.
    mutating func fail(_ index: Int, _ reason: String) {
        isStopped = true
        let stage = stages[index]
        result.outcome = .damaged(coding: stage.coding.rawValue, offset: stage.consumed, reason: reason)
    }

    /// Counts so many decoded bytes; says whether they are within the limits, and stops where they are not.
    mutating func count(_ decoded: Int) -> Bool {
        result.decodedLength += decoded
        let times = result.decodedLength / max(result.encodedLength, 1)
        guard
            result.decodedLength > limits.bytes
                || (result.decodedLength > limits.ratioBytes && times > limits.ratio)
        else { return true }
        isStopped = true
        result.outcome = .expanded(bytes: result.decodedLength, times: times)
        return false
    }

    /// The next bytes of the coded body are missing.
    mutating func miss() {
        guard !isStopped else { return }
        isStopped = true
        result.outcome = .cutOff
    }

    /// The coded body has ended.
    mutating func finish() {
        guard !isStopped else { return }
        isStopped = true
        if result.encodedLength > 0, stages.contains(where: { !$0.hasEnded }) { result.outcome = .cutOff }
    }
}
