import Bytes

/// Reads a zipped Charles session (`.chlz`, Charles 5).
///
/// For each transaction it has a member `N-meta.json`, and `N-req.…` and `N-res.…` with the bodies.
struct CharlesZipReader {
    /// The greatest length of the metadata of one transaction, in bytes: it includes certificates.
    private static let metaLimit = 16 << 20

    private let archive: ZipArchive

    /// Opens the archive.
    init(_ store: ByteStore, password: String? = nil) throws(CaptureProblem) {
        archive = try ZipArchive(store, password: password)
    }

    /// Reports the transactions in the order of their numbers.
    func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        var requests: [Int: ZipArchive.Member] = [:]
        var responses: [Int: ZipArchive.Member] = [:]
        var metas: [(number: Int, member: ZipArchive.Member)] = []
        for member in archive.members {
            guard let dash = member.name.firstIndex(of: "-"), let number = Int(member.name[..<dash]) else {
                continue
            }
            let kind = member.name[dash...]
            if kind == "-meta.json" { metas.append((number, member)) }
            if kind.hasPrefix("-req.") { requests[number] = member }
            if kind.hasPrefix("-res.") { responses[number] = member }
        }
        guard !metas.isEmpty else {
            throw CaptureProblem(.notUnderstood, "is a zip archive, but no Charles session", at: nil)
        }
        for (number, member) in metas.sorted(by: { $0.number < $1.number }) {
            do throws(CaptureProblem) {
                try report(member, requests[number], responses[number], &handler)
            } catch {
                handler.problem(error)
                if archive.isSpent { return }
            }
        }
    }

    private func report(
        _ member: ZipArchive.Member,
        _ body: ZipArchive.Member?,
        _ answer: ZipArchive.Member?,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        let store = try archive.opening(of: member, limit: Self.metaLimit)
        var json = JSONReader(store)
        guard let transaction = CharlesTransaction(json: try json.value(), in: store) else {
            throw CaptureProblem(
                .damagedEntry,
                "\(member.name) is not a transaction that can be read",
                at: nil
            )
        }
        // A body with another length than on the wire was decoded.
        let length = transaction.request.bodyLength
        let isExact = body.map { length == nil || length == $0.length } ?? true
        try handler.report(transaction.note(form: isExact ? .content : .text)) {
            handler throws(CaptureProblem) in
            let content = body == nil ? transaction.request.missingContent : .kept
            handler.request(transaction.head(content, isExact ? .sent : .decoded))
            try reportContents(of: transaction, body, answer, &handler)
        }
    }

    private func reportContents(
        of transaction: CharlesTransaction,
        _ body: ZipArchive.Member?,
        _ answer: ZipArchive.Member?,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        if let body {
            try handler.readRequest { handler throws(CaptureProblem) in
                try archive.read(body) { bytes in
                    handler.requestBytes(bytes)
                    return true
                }
            }
        }
        guard let answer else {
            transaction.reportResponse(nil, &handler)
            return
        }
        let sent = transaction.response?.bodyLength
        guard
            transaction.reportResponse(sent == nil || sent == answer.length ? .sent : .decoded, &handler)
        else { return }
        try archive.read(answer) { bytes in
            handler.responseBytes(bytes)
            return true
        }
    }
}
