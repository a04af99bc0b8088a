/// What few values of a type have: it stands apart, in an array that is empty or has one element, so that the others are copied
/// with fewer steps.
protocol Rarity: Sendable {
    /// What those have that have none of it.
    init()
}

extension Array where Element: Rarity {
    /// The only element; made where there is none and it is to be changed.
    var only: Element {
        get { first ?? Element() }
        _modify {
            if isEmpty { append(Element()) }
            yield &self[0]
        }
    }
}
