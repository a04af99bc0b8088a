import Forms
import Inspection

/// The places of one kind at which the delimiter's text occurs in the content of parts without being a delimiter.
struct ContentOccurrences {
    /// The first place.
    let first: Occurrence
    /// How many places are known.
    let count: Int
    /// Whether there may be more than these.
    let isOpen: Bool

    /// Collects the places whose kind `isWanted`; `nil` where there is none.
    init?(in form: Form, where isWanted: (Occurrence.Kind) -> Bool) {
        var first: Occurrence?
        var count = 0
        for occurrence in form.occurrences where occurrence.part != nil && isWanted(occurrence.kind) {
            first = first ?? occurrence
            count += 1
        }
        guard let first else { return nil }
        self.first = first
        self.count = count
        isOpen = form.occurrenceCount > form.occurrences.count
    }

    /// What a message says of the other places: nothing where there are none.
    var others: String {
        guard count > 1 || isOpen else { return "" }
        return isOpen ? ", the first of at least \(count) such places" : ", the first of \(count) such places"
    }
}
