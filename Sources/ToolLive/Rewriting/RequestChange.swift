import Filters
import Forms
import Rewriting

/// A change of the requests that are sent to some URLs.
struct RequestChange: Sendable {
    /// What is changed.
    enum Kind: Sendable {
        /// A part takes the place of a field of the form.
        case attach(FormPart)
        /// A field of the form is left out.
        case dropPart(Placeholder)
        /// The head, the server, or the pace.
        case handling(RequestHandling.Change)
    }

    /// The URLs; `nil` for any.
    let rules: FilterRules?
    /// What is changed.
    let kind: Kind
}
