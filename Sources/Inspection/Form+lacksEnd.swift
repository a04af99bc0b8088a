import Bytes
package import Exchanges
package import Forms

extension Form {
    /// Whether the form is not closed in a recorder's copy of the body that may lack its end.
    ///
    /// Such a copy is shorter than Content-Length declares; or it is text in which the form breaks off within a line, and its
    /// length does not show that all of it was kept: recorders cut long texts.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - fidelity: what its source proves; at ``Fidelity/wire`` a short body has a cause of its own.
    ///   - isMasked: whether a dot stands for each byte that is not printable: such a text has as many bytes as were sent.
    /// - Returns: whether the rest may have been sent.
    package func lacksEnd(in request: Message, _ fidelity: Fidelity, isMasked: Bool) -> Bool {
        guard fidelity < .wire, ending != .closed, length > 0, request.content.completion == .complete else {
            return false
        }
        let declared = request.head.declaredLength
        if let declared, request.content.bodyLength < declared { return true }
        return fidelity == .text && !isMasked && request.content.bodyLength != declared && endsWithinLine
    }

    /// Whether the body breaks off within a line, where no encoder ends one on purpose.
    private var endsWithinLine: Bool {
        switch ending {
        case .inDelimiter, .inHeader: true
        case .inContent: parts.last?.facts.last.map { !$0.isLineBreak } ?? false
        case .closed, .noDelimiter, .afterDelimiter: false
        }
    }
}
