import Inspection

/// The name of a rule as somebody typed it.
enum RuleName {
    /// That there is no such rule, and which one was meant.
    static func complaint(about id: String) -> String {
        let ids = RuleCatalogue.all.map(\.id)
        let near = ids.map { ($0, distance(id, $0)) }.min { $0.1 < $1.1 }
        guard let near, near.1 <= max(id.count / 3, 2) || near.0.hasSuffix("/\(id)") else {
            return "there is no rule '\(id)': partwise rules lists all"
        }
        return "there is no rule '\(id)'; did you mean \(near.0)?"
    }

    /// How many characters must be put in, taken out or replaced to make one text of the other; a name without its
    /// group is near.
    private static func distance(_ typed: String, _ id: String) -> Int {
        if id.hasSuffix("/\(typed)") { return 0 }
        let left = Array(typed.prefix(80))
        let right = Array(id)
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let kept = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(kept, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[right.count]
    }
}
