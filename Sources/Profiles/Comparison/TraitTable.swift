/// The traits of several requests, laid beside one another.
struct TraitTable {
    private let count: Int
    private var order: [Trait.Key] = []
    private var rows: [Trait.Key: [Trait?]] = [:]
    /// The requests of which the traits of an area were given: what they have not, they are known not to have.
    private var covered: [Difference.Area: Set<Int>] = [:]

    /// Makes an empty table for a number of requests.
    init(count: Int) {
        self.count = count
    }

    /// Takes the traits of one request, numbered from 0, in an area: all that it has there, unless only some of them
    /// are known.
    mutating func add(_ traits: [Trait], of request: Int, in area: Difference.Area, areAll: Bool = true) {
        if areAll { covered[area, default: []].insert(request) }
        for trait in traits {
            if rows[trait.key] == nil {
                order.append(trait.key)
                rows[trait.key] = Array(repeating: nil, count: count)
            }
            guard var earlier = rows[trait.key]?[request] else {
                rows[trait.key]?[request] = trait
                continue
            }
            // What a request says twice is compared as both together.
            earlier.text += " | " + trait.text
            if case .known(let first) = earlier.state, case .known(let second) = trait.state {
                earlier.state = .known(first + [0] + second)
            }
            rows[trait.key]?[request] = earlier
        }
    }

    /// The traits in which not all requests are alike, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - subjects: what reports call the areas.
    ///   - parts: the row of parts that the traits are about.
    /// - Returns: the differences, nothing folded into them.
    func differences(_ subjects: (Difference.Area) -> String, parts: [Int] = []) -> [Difference] {
        order.compactMap { key in
            guard let traits = rows[key], let some = traits.compactMap(\.self).first else { return nil }
            let known = traits.indices.filter { index in
                if let trait = traits[index] { return trait.state != .unknown }
                return some.isTellingByAbsence && covered[key.area]?.contains(index) ?? false
            }
            let isLossy = known.contains { traits[$0]?.isLossy ?? false }
            let states = known.map { isLossy ? traits[$0]?.collapsed : traits[$0]?.state }
            guard Set(states).count > 1 else { return nil }
            return Difference(
                area: key.area,
                parts: parts,
                subject: subjects(key.area),
                trait: key.name,
                weight: traits.compactMap { $0?.weight }.min() ?? some.weight,
                values: traits.map { $0?.text },
                remark: Self.manners(of: traits) ?? traits.lazy.compactMap { $0?.remark }.first
            )
        }
    }

    /// How each request writes what it means, those that do it alike together; `nil` where all do.
    private static func manners(of traits: [Trait?]) -> String? {
        guard Set(traits.map { $0?.manner }).count > 1 else { return nil }
        var groups: [(manner: String, requests: [String])] = []
        for (index, trait) in traits.enumerated() {
            guard let manner = trait?.manner else { continue }
            let letter = ComparedRequest.letter(index)
            if let place = groups.firstIndex(where: { $0.manner == manner }) {
                groups[place].requests.append(letter)
            } else {
                groups.append((manner, [letter]))
            }
        }
        let texts = groups.map { manner, requests in
            "\(ComparisonVerdict.list(requests)) \(requests.count > 1 ? "write" : "writes") \(manner)"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
