import Inspection

/// The members of a mapping in a file, of which only known ones may be there.
struct Members {
    /// All of them, in order.
    let all: [PlacedValue.Member]
    /// Where the mapping begins.
    let place: FilePlace

    /// Takes a mapping.
    ///
    /// - Parameters:
    ///   - value: the mapping; nothing stands for an empty one.
    ///   - what: names it in complaints.
    ///   - known: the names that may occur; `nil` where any may.
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

    /// The value of a name, `nil` where it is not there or has no value.
    subscript(name: String) -> PlacedValue? {
        guard let member = all.first(where: { $0.name == name }), member.value.content != .nothing else {
            return nil
        }
        return member.value
    }

    /// The value of a name that must be there; `what` names the mapping.
    func required(_ name: String, of what: String) throws(PolicyFailure) -> PlacedValue {
        guard let value = self[name] else { throw place.failure("\(what) has no \(name)") }
        return value
    }
}
