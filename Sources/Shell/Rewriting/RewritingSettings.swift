package import Filters
package import Forms
package import Rewriting

/// A change of the forms that are sent to some URLs.
struct FormChange: Sendable {
    /// What is changed.
    enum Kind: Sendable {
        /// A part takes the place of a field.
        case attach(FormPart)
        /// A field is left out.
        case drop(Placeholder)
    }

    /// The URLs; `nil` for any.
    let rules: FilterRules?
    /// What is changed.
    let kind: Kind
}

/// Which forms are rewritten, and how.
package struct RewritingSettings: Sendable {
    private let changes: [FormChange]

    /// Takes changes in the order in which they are tried.
    init(_ changes: [FormChange]) { self.changes = changes }

    /// The changes of the form of a request; `nil` where it is not that of a POST, or no pattern matches its URL.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - method: its method.
    /// - Returns: the changes, with files as long as they are now.
    /// - Throws: a ``MultipartFailure`` where a file cannot be read any more.
    package func rewriting(for request: borrowing FilterRequest, method: String) throws(MultipartFailure)
        -> FormRewriting?
    {
        guard method == "POST" else { return nil }
        var kinds: [FormChange.Kind] = []
        for change in changes {
            if let rules = change.rules, rules.decide(request) == .allowed { continue }
            kinds.append(change.kind)
        }
        return kinds.isEmpty ? nil : try Self.rewriting(kinds)
    }

    /// Whether a form that is sent to a host could be rewritten, so that its connections have to be looked into.
    package func mayConcern(host: String) -> Bool {
        changes.contains { $0.rules?.mayBlock(host: host) ?? true }
    }

    /// Reads what can be read of all files now, so that what is wrong is known before the first form comes.
    func check() throws(MultipartFailure) { _ = try Self.rewriting(changes.map(\.kind)) }

    private static func rewriting(_ kinds: [FormChange.Kind]) throws(MultipartFailure) -> FormRewriting {
        var rewriting = FormRewriting([])
        for kind in kinds {
            switch kind {
            case .attach(let part): rewriting.attachments.append(try Attachment(part))
            case .drop(let placeholder): rewriting.dropped.append(placeholder)
            }
        }
        return rewriting
    }
}
