/// Reads a zipped Charles session (`.chlz`, Charles 5): for each transaction a member `N-meta.json`, and `N-req.…` and
/// `N-res.…` with the bytes of its bodies.
struct CharlesZipReader {
    /// The greatest length of the meta data of one transaction, in bytes: certificates are in it.
    private static let metaLimit = 16 << 20

    private let archive: ZipArchive

    /// Opens the archive.
    init(_ store: StoredBytes, password: String? = nil) throws(CaptureProblem) {
        archive = try ZipArchive(store, password: password)
    }

    /// Tells of the transactions in the order of their numbers.
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
                try tell(of: member, requests[number], responses[number], &handler)
            } catch {
                handler.problem(error)
            }
        }
    }

    private func tell(
        of member: ZipArchive.Member,
        _ body: ZipArchive.Member?,
        _ answer: ZipArchive.Member?,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        let store = StoredBytes(try archive.opening(of: member, limit: Self.metaLimit))
        var json = JSONReader(store)
        guard let transaction = CharlesTransaction(json: try json.value(), in: store) else {
            throw CaptureProblem(
                .damagedEntry,
                "\(member.name) is no transaction that is understood",
                at: nil
            )
        }
        // A body of another length than what was on the wire was decoded.
        let length = transaction.request.bodyLength
        let isExact = body.map { length == nil || length == $0.length } ?? true
        handler.begin(transaction.note(form: isExact ? .content : .text))
        defer { handler.end() }
        handler.request(transaction.head(body == nil ? transaction.request.missingContent : .kept))
        if let body {
            try archive.read(body) { bytes in
                handler.requestBytes(bytes)
                return true
            }
        }
        guard let answer else {
            transaction.tellResponse(nil, &handler)
            return
        }
        let sent = transaction.response?.bodyLength
        guard
            transaction.tellResponse(sent == nil || sent == answer.length ? .sent : .decoded, &handler)
        else { return }
        try archive.read(answer) { bytes in
            handler.responseBytes(bytes)
            return true
        }
    }
}
