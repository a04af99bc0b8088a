package import Bytes

/// Takes the content codings of a body off as its bytes arrive, in bounded memory (RFC 9110 §8.4).
/// ```
///   body ─► last coding applied ─► … ─► first coding applied ─► what was sent
/// ```
/// What is decoded is checked against ``ExpansionLimits``, so that a small body cannot keep it busy for long.
package final class ContentDecoder {
    /// The greatest number of codings that are taken off one another: nobody applies more than two.
    private static let stageLimit = 4

    /// What came of it so far; its outcome is final after ``finish()``.
    package private(set) var result: ContentDecoding
    private let limits: ExpansionLimits
    private let stages: [any CodingStage]
    private var isStopped = false

    /// Makes a decoder for the codings that a head declares; `nil` where it declares none.
    ///
    /// Where one of them is not known, nothing is decoded, and the result says so.
    package init?(_ fields: FieldSection, limits: ExpansionLimits = ExpansionLimits()) {
        let names = ContentCoding.names(in: fields)
        guard !names.isEmpty else { return nil }
        self.limits = limits
        let codings = names.map { ContentCoding(name: $0) }
        let shown = names.map { PrintableText.text($0, limit: 40) }
        result = ContentDecoding(names: shown, outcome: .complete)
        guard names.count <= Self.stageLimit, !codings.contains(nil) else {
            let unknown = codings.firstIndex(of: nil).map { shown[$0] } ?? result.name
            result.outcome = .unsupported(unknown)
            stages = []
            isStopped = true
            return
        }
        stages = codings.compactMap(\.self).reversed().map { coding -> any CodingStage in
            switch coding {
            case .gzip, .deflate: InflateStage(coding)
            case .brotli: BrotliStage()
            case .zstandard: ZstandardStage()
            }
        }
    }

    /// Whether the codings are known.
    package var isSupported: Bool { !stages.isEmpty }

    /// Decodes the next bytes of the body.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - emit: takes what comes out, piece by piece; a piece is valid during the call only.
    package func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void) {
        guard !isStopped else { return }
        result.encodedLength += bytes.byteCount
        run(0, bytes, emit)
    }

    /// The next bytes of the body are missing: what follows them cannot be decoded.
    package func miss() {
        guard !isStopped else { return }
        isStopped = true
        result.outcome = .cutOff
    }

    /// The body has ended.
    package func finish() {
        guard !isStopped else { return }
        isStopped = true
        if result.encodedLength > 0, stages.contains(where: { !$0.hasEnded }) { result.outcome = .cutOff }
    }

    private func run(_ index: Int, _ bytes: RawSpan, _ emit: (RawSpan) -> Void) {
        guard index < stages.count else {
            result.decodedLength += bytes.byteCount
            emit(bytes)
            checkExpansion()
            return
        }
        let stage = stages[index]
        let reason = stage.decode(bytes) { piece in
            run(index + 1, piece, emit)
            return !isStopped
        }
        guard let reason, !isStopped else { return }
        isStopped = true
        result.outcome = .damaged(coding: stage.coding.rawValue, offset: stage.consumed, reason: reason)
    }

    private func checkExpansion() {
        let times = result.decodedLength / max(result.encodedLength, 1)
        guard
            result.decodedLength > limits.bytes
                || (result.decodedLength > limits.ratioBytes && times > limits.ratio)
        else { return }
        isStopped = true
        result.outcome = .expanded(bytes: result.decodedLength, times: times)
    }
}
