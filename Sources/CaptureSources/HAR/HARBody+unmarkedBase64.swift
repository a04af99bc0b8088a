extension HARBody {
    /// The number of bytes of the log by which a text is recognised as no base64, so that it is not read as a whole.
    private static let checkedBytes = 256

    /// The body with its text taken for base64, where the tool that wrote it encoded it and does not say so.
    ///
    /// A text of that kind is base64 from end to end, and decodes to as many bytes as were sent; the text itself has
    /// another length.
    ///
    /// - Parameters:
    ///   - store: the log.
    ///   - declared: the value of Content-Length; `nil` where there is none.
    ///   - counted: the length of the body as the log counts it; `nil` where it does not.
    /// - Returns: the body; `nil` where its text is what was sent, as far as can be seen.
    func takenForBase64(in store: ByteStore, declared: Int?, counted: Int?) -> HARBody? {
        guard case .text = encoding, (declared ?? counted ?? 0) > 0 else { return nil }
        let opening = text.opening(in: store, limit: Self.checkedBytes)
        var check = Base64Reading()
        check.push(opening.span.bytes) { _ in }
        guard !check.hasForeignBytes else { return nil }
        var reading = Base64Reading()
        var length = 0
        var decodedLength = 0
        text.forEachPiece(in: store) { piece in
            length += piece.byteCount
            reading.push(piece) { decodedLength += $0.byteCount }
        }
        reading.finish { decodedLength += $0.byteCount }
        guard !reading.hasForeignBytes, length != declared,
            decodedLength == declared || decodedLength == counted
        else { return nil }
        return HARBody(text: text, encoding: .base64)
    }
}
