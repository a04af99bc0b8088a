import Bytes
import Exchanges
import Forms
import Inspection

/// What Content-Length declares against what was sent, and the best explanation of the difference.
///
/// A body that ended as its form should is no discrepancy, whatever follows it: those bytes are not part of
/// it.
struct LengthDiscrepancy {
    /// The value of Content-Length.
    let declared: Int
    /// The bytes that were sent, in transfer order: what the length should have been.
    let actual: Int
    /// The place of the first Content-Length value in the head.
    let place: Range<Int>
    /// The best explanation: one fault, or two that add up; empty where none fits.
    let faults: [LengthFault]
    /// Whether HTTP/2 frames the content, so that the length is only a statement about it.
    let isStatement: Bool

    /// Compares; `nil` where the numbers agree, or where it is not known what was sent.
    init?(_ context: borrowing RuleContext) {
        // Nearly every request ends here, and nothing of it is copied.
        guard
            (context.request?.content.excessLength ?? 0) > 0
                || context.request?.content.completion == .closedEarly
                || context.request?.head.framing == .h2Data || context.waitedInVain
        else { return nil }
        guard let request = context.request, let declared = request.head.declaredLength,
            request.content.missingBytes == 0, !request.head.hasGap
        else { return nil }
        let form = context.form
        isStatement = request.head.framing == .h2Data
        switch request.head.framing {
        case .contentLength where request.content.excessLength > 0:
            guard Self.isCutOff(form, before: request.content.excess) else { return nil }
            actual = request.content.bodyLength &+ request.content.excessLength
        case .contentLength
        where (request.content.completion == .closedEarly || context.waitedInVain)
            && request.content.bodyLength < declared:
            actual = request.content.bodyLength
        case .h2Data where request.content.completion == .complete && request.content.bodyLength != declared:
            actual = request.content.bodyLength
        default: return nil
        }
        guard let line = context.fields.first(named: "content-length") else { return nil }
        self.declared = declared
        place = line.value
        let missesEnd = actual < declared && form != nil && form?.ending != .closed
        // A form that never came to its end was broken off, so that the difference is arbitrary.
        faults =
            missesEnd && !isStatement
            ? []
            : LengthArithmetic(context, declared: declared, actual: actual).faults
    }

    /// How many bytes more were sent than declared; negative where fewer were.
    var difference: Int { actual &- declared }

    /// The three numbers in words.
    var statement: String {
        let amount = difference.magnitude
        return "the declared length of \(declared) byte\(declared == 1 ? "" : "s") is \(amount) "
            + (difference > 0 ? "less" : "more") + " than the \(actual) sent"
    }

    /// The numbers in words, as an introduction to one of the faults: how much of the difference it explains.
    func statement(for fault: LengthFault) -> String {
        faults.count > 1 ? statement + "; \(fault.bytes) of them: " : statement + ": "
    }

    /// Whether the framed bytes lack the end of their form, so that what follows belongs to it.
    private static func isCutOff(_ form: Form?, before excess: [UInt8]) -> Bool {
        guard let form, form.ending == .closed else { return !excess.allSatisfy(\.isLineBreak) }
        guard !form.epilogue.isEmpty else { return excess.first?.isLineBreak ?? false }
        return form.epilogue.count == 1 && excess.first == 0x0A
            && form.kept[form.epilogue]?.first == 0x0D
    }
}

extension RuleContext {
    /// Whether the server answered 408 (Request Timeout) to a request that did not end, though its form did: the client
    /// had sent what it had, and waited too.
    var waitedInVain: Bool {
        guard status == 408, form?.ending == .closed, let completion = request?.content.completion else {
            return false
        }
        return completion == .reset || completion == .closedEarly
    }
}
