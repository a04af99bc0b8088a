import Bytes

/// Rules by what must be in a request for them to match, so that few of them are compared with it.
///
/// Each rule stands under one key: the domain of its host; or the token of its pattern that the fewest rules have; or,
/// where that is shared by many, the run of four bytes that the fewest have; or the domains of the pages it is for. What
/// has none of these is compared with every request.
/// ```
///   https://ads.cdn.example/banner/1.gif     tokens   https ads cdn example banner 1 gif
///           └──────────────┘                 domains  ads.cdn.example cdn.example example
/// ```
struct RuleIndex: Sendable {
    /// Rules under one key, in the order of their files.
    private struct Slot {
        var key: UInt32 = 0
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    /// Above this number of rules that share their rarest token, runs of bytes are looked at.
    private static let sharedTokens = 4

    private var slots: [Slot] = []
    private var members: [UInt32] = []
    private var loose: [UInt32] = []
    private var hasTokens = false
    private var hasRuns = false
    private var hasInitiators = false

    /// Makes an index of rules.
    ///
    /// - Parameters:
    ///   - rules: all rules.
    ///   - chosen: the indices of those that it is for, in order.
    init(of rules: [CompiledRule], _ chosen: [Int]) {
        var counts = KeyCounts()
        let keys = chosen.map { RuleKeys(of: rules[$0]) }
        for keys in keys {
            for key in keys.tokens { counts.add(key) }
            for key in keys.runs { counts.add(key) }
        }
        var entries: [(key: RuleKey, rule: UInt32)] = []
        entries.reserveCapacity(chosen.count)
        for (index, keys) in zip(chosen, keys) {
            let rule = UInt32(index)
            if let host = keys.host {
                entries.append((host, rule))
            } else if let token = counts.rarest(keys.tokens), counts[token] <= Self.sharedTokens {
                hasTokens = true
                entries.append((token, rule))
            } else if let key = counts.rarest(keys.tokens + keys.runs) {
                let isToken = keys.tokens.contains(key)
                if isToken { hasTokens = true } else { hasRuns = true }
                entries.append((key, rule))
            } else if !keys.initiators.isEmpty {
                hasInitiators = true
                for key in keys.initiators { entries.append((key, rule)) }
            } else {
                loose.append(rule)
            }
        }
        entries.sort { ($0.key.value, $0.rule) < ($1.key.value, $1.rule) }
        fill(with: entries)
    }

    private mutating func fill(with entries: [(key: RuleKey, rule: UInt32)]) {
        guard !entries.isEmpty else { return }
        members = entries.map(\.rule)
        var capacity = 16
        while capacity < 2 * entries.count { capacity *= 2 }
        slots = Array(repeating: Slot(), count: capacity)
        var start = 0
        while start < entries.count {
            let key = entries[start].key
            var end = start
            while end < entries.count, entries[end].key == key { end += 1 }
            var place = Int(key.value) & (capacity - 1)
            while slots[place].count > 0 { place = (place + 1) & (capacity - 1) }
            slots[place] = Slot(key: key.value, start: UInt32(start), count: UInt32(end - start))
            start = end
        }
    }

    /// Adds the slot of a key to those that were found, where there is one.
    @inline(__always)
    private func look(up key: RuleKey, _ found: inout [UInt32]) {
        let mask = slots.count - 1
        var place = Int(key.value) & mask
        while slots[place].count > 0 {
            if slots[place].key == key.value {
                found.append(UInt32(place))
                return
            }
            place = (place + 1) & mask
        }
    }

    /// Whether a request to a host, in lowercase, could match a rule: not where all rules stand under other domains.
    func mayMatch(host: [UInt8]) -> Bool {
        if !loose.isEmpty || hasTokens || hasRuns || hasInitiators { return true }
        guard !slots.isEmpty else { return false }
        var found: [UInt32] = []
        for domain in DomainSuffixes(host[...]) { look(up: .host(domain), &found) }
        return !found.isEmpty
    }

    /// Finds the first rule that matches a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - rules: the rules that the index was made of.
    ///   - work: counts the rules that are compared.
    /// - Returns: its index, `nil` where none matches.
    func first(matching request: borrowing FilterRequest, in rules: [CompiledRule], work: inout Int) -> Int? {
        var best = Int.max
        for rule in loose {
            work += 1
            if rules[Int(rule)].matches(request) {
                best = Int(rule)
                break
            }
        }
        guard !slots.isEmpty else { return best == .max ? nil : best }
        for slot in slots(for: request) {
            let start = Int(slots[Int(slot)].start)
            for member in start..<(start + Int(slots[Int(slot)].count)) {
                let rule = Int(members[member])
                guard rule < best else { break }
                work += 1
                if rules[rule].matches(request) { best = rule }
            }
        }
        return best == .max ? nil : best
    }

    /// The slots of the keys that a request has, each once, whatever the request repeats.
    private func slots(for request: borrowing FilterRequest) -> [UInt32] {
        var found: [UInt32] = []
        for domain in DomainSuffixes(request.folded[request.host]) { look(up: .host(domain), &found) }
        if hasInitiators, let initiator = request.initiator {
            for domain in DomainSuffixes(initiator[...]) { look(up: .initiator(domain), &found) }
        }
        let url = request.folded
        if hasTokens {
            var start = 0
            for index in 0...url.count where index == url.count || !RuleKey.isTokenByte(url[index]) {
                if index > start { look(up: .token(url[start..<index]), &found) }
                start = index + 1
            }
        }
        if hasRuns {
            var run: UInt32 = 0
            for (index, byte) in url.enumerated() {
                run = run << 8 | UInt32(byte)
                if index >= 3 { look(up: .run(run), &found) }
            }
        }
        guard found.count > 1 else { return found }
        found.sort()
        var previous = UInt32.max
        return found.filter { slot in
            defer { previous = slot }
            return slot != previous
        }
    }
}

/// How many rules have a key, about: different keys may share a count, which makes it too great.
private struct KeyCounts {
    private var counts = [UInt32](repeating: 0, count: 1 << 18)

    mutating func add(_ key: RuleKey) { counts[Int(key.value) & (1 << 18 - 1)] += 1 }

    subscript(key: RuleKey) -> Int { Int(counts[Int(key.value) & (1 << 18 - 1)]) }

    func rarest(_ keys: [RuleKey]) -> RuleKey? { keys.min { self[$0] < self[$1] } }
}
