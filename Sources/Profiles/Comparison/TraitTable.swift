/// The traits of several requests side by side.
struct TraitTable {
    private let count: Int
    private var order: [Trait.Key] = []
    private var rows: [Trait.Key: [Trait?]] = [:]
    /// The requests whose traits of an area are complete: they lack every trait that was not added.
    private var covered: [Difference.Area: Set<Int>] = [:]

    /// Makes an empty table for `count` requests.
    init(count: Int) {
        self.count = count
    }

    /// Adds the traits of one request, numbered from 0, in an area: all of them, unless `areAll` is false.
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
            // A trait that occurs twice in a request is compared as both values together.
            earlier.text += " | " + trait.text
            if case .known(let first) = earlier.state, case .known(let second) = trait.state {
                earlier.state = .known(first + [0] + second)
            }
            rows[trait.key]?[request] = earlier
        }
    }

    /// The traits in which the requests differ, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - subjects: the titles of the areas in reports.
    ///   - parts: the row of parts that the traits are about.
    /// - Returns: the differences, without findings attached.
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
                values: Lookalikes.texts(of: traits),
                remark: Self.manners(of: traits) ?? traits.lazy.compactMap { $0?.remark }.first
            )
        }
    }

    /// How each request escapes its value, grouped by equal ways; `nil` where all do the same.
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
