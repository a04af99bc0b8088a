/// Compares the order of names that several lists share.
struct SharedOrder {
    /// The names of each list that another list has too, in the list's order, each once.
    let lists: [[String]]
    /// Whether two lists have shared names in different orders.
    let differs: Bool

    /// Compares lists; `nil` stands for an unknown list.
    init(_ given: [[String]?]) {
        let unique = given.map { list in
            var seen: Set<String> = []
            return (list ?? []).filter { seen.insert($0).inserted }
        }
        var counts: [String: Int] = [:]
        for list in unique { for name in list { counts[name, default: 0] += 1 } }
        lists = unique.map { $0.filter { counts[$0, default: 0] > 1 } }
        var differs = false
        for (index, left) in lists.enumerated() where !differs {
            let names = Set(left)
            differs = lists[(index + 1)...].contains { right in
                let common = Set(right).intersection(names)
                return left.filter(common.contains) != right.filter(common.contains)
            }
        }
        self.differs = differs
    }

    /// The lists as the values of a difference; `nil` where all agree.
    func values(_ given: [[String]?]) -> [String?]? {
        guard differs else { return nil }
        return zip(given, lists).map { list, shared in
            list == nil ? "not known" : shared.joined(separator: ", ")
        }
    }
}

/// Compares the spelling of names that several lists share.
enum SharedSpelling {
    /// The names whose spelling differs, as each list has them; `nil` where all agree.
    ///
    /// The lists hold names in lowercase and as sent; `nil` stands for an unknown list.
    static func values(_ lists: [[(folded: String, sent: String)]?]) -> [String?]? {
        var spellings: [String: Set<String>] = [:]
        for list in lists { for name in list ?? [] { spellings[name.folded, default: []].insert(name.sent) } }
        let respelled = Set(spellings.filter { $0.value.count > 1 }.keys)
        guard !respelled.isEmpty else { return nil }
        return lists.map { list in
            guard let list else { return "not known" }
            var seen: Set<String> = []
            return list.filter { respelled.contains($0.folded) && seen.insert($0.sent).inserted }
                .map(\.sent).joined(separator: ", ")
        }
    }
}
