import Filters
import Forms
import Rewriting

/// Which requests are changed, and how.
struct RewritingSettings: Sendable {
    private let changes: [RequestChange]

    /// Takes changes in the order in which they are tried.
    init(_ changes: [RequestChange]) { self.changes = changes }

    /// The number of changes.
    var count: Int { changes.count }

    /// The changes of the form of a request; `nil` where no pattern matches its URL.
    ///
    /// - Parameter request: the request.
    /// - Returns: the changes, with files as long as they are now.
    /// - Throws: a ``MultipartFailure`` where a file cannot be read any more.
    func rewriting(for request: borrowing FilterRequest) throws(MultipartFailure) -> FormRewriting? {
        let kinds = kinds(for: request)
        let rewriting = try Self.rewriting(kinds)
        return rewriting.attachments.isEmpty && rewriting.dropped.isEmpty ? nil : rewriting
    }

    /// How a request is passed on; `nil` for as it is.
    func handling(of request: borrowing FilterRequest) -> RequestHandling? {
        var handling: RequestHandling?
        for case .handling(let change) in kinds(for: request) {
            handling = handling ?? RequestHandling()
            handling?.add(change)
        }
        return handling
    }

    /// Whether forms are rewritten at all.
    var rewritesForms: Bool {
        changes.contains { change in if case .handling = change.kind { false } else { true } }
    }

    private func kinds(for request: borrowing FilterRequest) -> [RequestChange.Kind] {
        var kinds: [RequestChange.Kind] = []
        for change in changes {
            if let rules = change.rules, rules.decide(request) == .allowed { continue }
            kinds.append(change.kind)
        }
        return kinds
    }

    /// Whether a request for a host could be changed, so that its connections have to be looked into.
    func mayConcern(host: String) -> Bool {
        changes.contains { $0.rules?.mayBlock(host: host) ?? true }
    }

    /// Reads what can be read of all files now, so that what is wrong is known before the first form comes.
    func check() throws(MultipartFailure) { _ = try Self.rewriting(changes.map(\.kind)) }

    private static func rewriting(_ kinds: [RequestChange.Kind]) throws(MultipartFailure) -> FormRewriting {
        var rewriting = FormRewriting([])
        for kind in kinds {
            switch kind {
            case .attach(let part): rewriting.attach(try Attachment(part))
            case .dropPart(let placeholder): rewriting.dropped.append(placeholder)
            case .handling: break
            }
        }
        return rewriting
    }
}
