package import Bytes
package import Exchanges
import Inspection
import Synchronization

/// Takes the content codings of a body off as its bytes arrive, in bounded memory (RFC 9110 §8.4).
/// ```
///   body ─► last coding applied ─► … ─► first coding applied ─► what was sent
/// ```
/// What is decoded is checked against ``ExpansionLimits``, so that a small body cannot keep it busy for long; what the
/// libraries keep is taken from the capture's ``MemoryBudget``.
/// The state of the C libraries stands behind a lock, so a decoder may pass from thread to thread with its
/// connection. The lock is open while `emit` runs.
package final class ContentDecoder: BodyDecoder {
    /// The greatest number of codings that are taken off one another: no known client applies more than two.
    private static let stageLimit = 4

    /// Whether the codings are known.
    package let isSupported: Bool
    private let stageCount: Int
    private let state: Mutex<DecoderState>

    /// Makes a decoder for the codings that a head declares; `nil` where it declares none.
    ///
    /// Where one of them is not known, nothing is decoded, and the result says so.
    package init?(
        _ fields: FieldSection,
        limits: ExpansionLimits = ExpansionLimits(),
        memory: MemoryBudget = MemoryBudget()
    ) {
        let names = ContentCoding.names(in: fields)
        guard !names.isEmpty else { return nil }
        let codings = names.map { ContentCoding(name: $0) }
        let shown = names.map { PrintableText.text($0, limit: 40) }
        var result = ContentDecoding(names: shown, outcome: .complete)
        var known = codings.compactMap(\.self)
        if names.count > Self.stageLimit || known.count < codings.count {
            let unknown = codings.firstIndex(of: nil).map { shown[$0] } ?? result.name
            result.outcome = .unsupported(unknown)
            known = []
        }
        stageCount = known.count
        isSupported = !known.isEmpty
        state = Mutex(DecoderState(known.reversed(), result, limits, memory))
    }

    /// What came of it so far; its outcome is final after ``finish()``.
    package var result: ContentDecoding { state.withLock { $0.result } }

    /// Decodes the next bytes of the body.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - emit: takes what comes out, piece by piece; a piece is valid during the call only.
    package func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void) {
        guard state.withLock({ $0.begin(bytes.byteCount) }) else { return }
        _ = run(0, bytes, emit)
    }

    /// The next bytes of the body are missing: what follows them cannot be decoded.
    package func miss() {
        state.withLock { $0.miss() }
    }

    /// The body has ended.
    package func finish() {
        state.withLock { $0.finish() }
    }

    /// Takes the codings from `index` on off; says whether to go on.
    private func run(_ index: Int, _ bytes: RawSpan, _ emit: (RawSpan) -> Void) -> Bool {
        guard index < stageCount else {
            let isWithinLimits = state.withLock { $0.count(bytes.byteCount) }
            emit(bytes)
            return isWithinLimits
        }
        var position = 0
        while true {
            let rest = bytes.extracting(position..<bytes.byteCount)
            let step = state.withLock { $0.step(index, rest) }
            position += step.consumed
            if !step.output.isEmpty {
                guard run(index + 1, step.output.span.bytes, emit) else { return false }
            }
            if let damage = step.damage {
                state.withLock { $0.fail(index, damage) }
                return false
            }
            if step.isLast { return false }
            if step.isDone { return true }
        }
    }
}
