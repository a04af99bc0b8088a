/// Finds the known name that a mistyped one most likely means.
package enum NearestName {
    /// The known name that is nearest to what was typed; `nil` where none is near.
    ///
    /// A rule's name without its group is near. Of equally near names the first one is taken.
    package static func of(_ typed: String, among names: [String]) -> String? {
        let near = names.map { ($0, distance(typed, $0)) }.min { $0.1 < $1.1 }
        guard let near, near.1 <= max(typed.count / 3, 2) else { return nil }
        return near.0
    }

    /// How many characters must be inserted, deleted or replaced to turn one text into the other.
    private static func distance(_ typed: String, _ name: String) -> Int {
        if name.hasSuffix("/\(typed)") { return 0 }
        let left = Array(typed.lowercased().prefix(80))
        let right = Array(name.lowercased())
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
