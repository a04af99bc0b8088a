import Bytes

extension HAREntry {
    /// Tells of the response, if there is one, its content where that is wanted.
    func reportResponse(
        in store: ByteStore,
        _ sideFiles: HARSideFiles,
        _ handler: inout some LoggedExchangeHandler
    ) {
        // Status 0 means that no response arrived.
        guard let response = value["response"], let status = response["status"]?.integer, status > 0 else {
            return
        }
        let fields = Self.fields(response["headers"], in: store)
        var head = LoggedResponse(
            status: status,
            reason: response["statusText"]?.string ?? "",
            version: Self.version(response["httpVersion"]?.string),
            fields: fields,
            content: .none
        )
        let content = response["content"]
        let type = Self.value("content-type", in: fields) ?? content?["mimeType"]?.string ?? ""
        let body = content.flatMap { HARBody(content: $0, contentType: type, creator: creator) }
        let counted = response["bodySize"]?.length ?? content?["size"]?.length
        if let body {
            head.content = .counted(length: counted ?? 0)
            head.representation = representation(of: body, content, fields)
            head.heldLength = HARCharset(of: type) == .wide ? nil : heldLength(of: body, content)
        } else {
            head.content = Self.unkept(counted, fields)
        }
        guard handler.response(head), let body else { return }
        if let name = body.fileName, !sideFiles.has(name) {
            let file = "the file \(PrintableText.text(name, limit: 80)) with the content of a response"
            handler.problem(CaptureProblem(.damagedEntry, "\(file) is not beside the HAR", at: nil))
            return
        }
        do throws(CaptureProblem) {
            try body.forEachPiece(in: store, sideFiles) { handler.responseBytes($0) }
        } catch {
            handler.problem(error)
        }
    }

    /// What is known of content that the entry lacks; `counted` is its length according to the entry.
    private static func unkept(_ counted: Int?, _ fields: [LoggedField]) -> LoggedContent {
        switch LoggedContent(unkept: fields) {
        case .absent(length: nil) where counted != 0: .absent(length: counted)
        case .absent(length: nil): .none
        case let known?: known
        case nil: (counted ?? 0) > 0 ? .absent(length: counted) : .none
        }
    }

    /// What the recorder did to the content.
    ///
    /// A coding that it could not remove is still there: the stored content is then as long as the sent one.
    private func representation(
        of body: HARBody,
        _ content: LogValue?,
        _ fields: [LoggedField]
    ) -> KeptRepresentation {
        let isSent =
            content?["size"]?.length.map { "\($0)" } == Self.value("content-length", in: fields)
        return body.representation(ofBytes: isSent ? .sent : .decoded)
    }

    /// The expected number of content bytes.
    private func heldLength(of body: HARBody, _ content: LogValue?) -> Int? {
        guard let size = content?["size"]?.length else { return nil }
        // For mitmproxy the size is that with the content coding.
        let saved = HARBody.isMitmproxy(creator) ? content?["compression"]?.integer ?? 0 : 0
        let (length, overflow) = size.addingReportingOverflow(saved)
        // Some tools give the length of the base64 instead of the content's.
        if overflow || length == body.text.length, case .base64 = body.encoding { return nil }
        return overflow ? nil : length
    }
}
