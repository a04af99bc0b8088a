import Inspection

/// The members of a mapping in a file, of which only known names are allowed.
struct Members {
    /// All of them, in order.
    let all: [PlacedValue.Member]
    /// Where the mapping begins.
    let place: FilePlace

    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - value: the mapping; a missing value counts as an empty one.
    ///   - what: names the mapping in error messages.
    ///   - known: the allowed names; `nil` for any.
    /// - Throws: where the value is not a mapping, or has another name.
    init(_ value: PlacedValue, _ what: String, knowing known: [String]? = nil) throws(PolicyFailure) {
        switch value.content {
        case .members(let members): all = members
        case .nothing: all = []
        case .text, .list:
            throw value.place.failure("\(what) must be a mapping, not \(value.kind)")
        }
        place = value.place
        guard let known else { return }
        for member in all where !known.contains(member.name) {
            let near = NearestName.of(member.name, among: known)
            throw member.place.failure(
                "\(what) has no setting '\(member.name)'"
                    + (near.map { "; did you mean \($0)?" } ?? ": it has \(known.joined(separator: ", "))")
            )
        }
    }

    /// The value of a name, `nil` where the name is missing or has no value.
    subscript(name: String) -> PlacedValue? {
        guard let member = all.first(where: { $0.name == name }), member.value.content != .nothing else {
            return nil
        }
        return member.value
    }

    /// The value of a required name; `what` names the mapping in error messages.
    func required(_ name: String, of what: String) throws(PolicyFailure) -> PlacedValue {
        guard let value = self[name] else { throw place.failure("\(what) has no \(name)") }
        return value
    }
}
