package import Exchanges
package import Forms

extension Form {
    /// Whether the form is not closed in a recorder's copy of the body that is shorter than Content-Length declares.
    ///
    /// - Parameter request: the request, of a source below ``Fidelity/wire``: there a short body has a cause of its own.
    /// - Returns: whether the rest may have been sent.
    package func lacksEnd(declaredBy request: Message) -> Bool {
        guard ending != .closed, length > 0, let declared = request.head.declaredLength else { return false }
        return request.content.completion == .complete && request.content.bodyLength < declared
    }
}
