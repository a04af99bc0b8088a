/// Parses the text of a pattern.
struct PatternParser {
    /// The greatest nesting depth of groups.
    static let depthLimit = 50
    /// The greatest number in `{m,n}`.
    static let repetitionLimit = 1000

    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// Prepares to parse.
    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The pattern.
    mutating func parse() throws(Pattern.Failure) -> PatternNode {
        let node = try choice(depth: 0)
        guard position == scalars.count else { throw failure("a ) closes no group") }
        return node
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func failure(_ message: String) -> Pattern.Failure {
        Pattern.Failure(offset: position, message: message)
    }

    private mutating func choice(depth: Int) throws(Pattern.Failure) -> PatternNode {
        guard depth <= Self.depthLimit else {
            throw failure("groups are nested more than \(Self.depthLimit) deep")
        }
        var branches = [try sequence(depth: depth)]
        while current == "|" {
            position += 1
            branches.append(try sequence(depth: depth))
        }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence(depth: Int) throws(Pattern.Failure) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = current, scalar != "|", scalar != ")" {
            let atom = try atom(depth: depth)
            nodes.append(try repeated(atom))
        }
        return nodes.isEmpty ? .empty : .sequence(nodes)
    }

    private mutating func atom(depth: Int) throws(Pattern.Failure) -> PatternNode {
        let scalar = scalars[position]
        switch scalar {
        case "(": return try group(depth: depth)
        case "[": return .character(try characterSet())
        case ".": position += 1; return .character(.any)
        case "^": position += 1; return .start
        case "$": position += 1; return .end
        case "*", "+", "?", "{": throw failure("there is nothing before the \(scalar) to repeat")
        case "\\": return .character(try escaped())
        default: position += 1; return .character(.one(scalar))
        }
    }

    private mutating func group(depth: Int) throws(Pattern.Failure) -> PatternNode {
        let open = position
        position += 1
        if current == "?" {
            guard position + 1 < scalars.count, scalars[position + 1] == ":" else {
                throw failure("of groups that begin with (? only (?:…) is known")
            }
            position += 2
        }
        let node = try choice(depth: depth + 1)
        guard current == ")" else {
            position = open
            throw failure("the group is not closed")
        }
        position += 1
        return node
    }

    private mutating func repeated(_ atom: PatternNode) throws(Pattern.Failure) -> PatternNode {
        let result: PatternNode
        switch current {
        case "*": result = .repeated(atom, from: 0, to: nil)
        case "+": result = .repeated(atom, from: 1, to: nil)
        case "?": result = .repeated(atom, from: 0, to: 1)
        case "{": return try counted(atom)
        default: return atom
        }
        position += 1
        if let next = current, ["*", "+", "?", "{"].contains(next) {
            throw failure("what is repeated already cannot be repeated again; put it in a group")
        }
        return result
    }

    /// Reads `{m}`, `{m,}` or `{m,n}`.
    private mutating func counted(_ atom: PatternNode) throws(Pattern.Failure) -> PatternNode {
        let open = position
        position += 1
        let lower = number()
        var upper = lower
        if current == "," {
            position += 1
            upper = number()
        }
        guard let lower, current == "}" else {
            position = open
            throw failure("a repetition is written {2}, {2,} or {2,5}; write \\{ for the character itself")
        }
        let highest = upper ?? lower
        guard highest <= Self.repetitionLimit, lower <= highest else {
            position = open
            throw failure(
                "a repetition goes from a smaller to a greater number, \(Self.repetitionLimit) at most"
            )
        }
        position += 1
        return .repeated(atom, from: lower, to: upper)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar = current, ("0"..."9").contains(scalar) {
            // The caller rejects values above the limit, which need not be exact.
            value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), Self.repetitionLimit + 1)
            position += 1
        }
        return value
    }

    private mutating func escaped() throws(Pattern.Failure) -> PatternNode.CharacterSet {
        position += 1
        guard let scalar = current else {
            position -= 1
            throw failure("a \\ stands at the end; write \\\\ for the character itself")
        }
        position += 1
        if let set = PatternNode.CharacterSet.escaped(scalar) { return set }
        switch scalar {
        case "n": return .one("\n")
        case "r": return .one("\r")
        case "t": return .one("\t")
        case "a"..."z", "A"..."Z", "0"..."9":
            position -= 2
            throw failure("\\\(scalar) is not known; there are \\d \\w \\s \\D \\W \\S \\n \\r \\t")
        default: return .one(scalar)
        }
    }

    private mutating func characterSet() throws(Pattern.Failure) -> PatternNode.CharacterSet {
        let open = position
        position += 1
        var set = PatternNode.CharacterSet(ranges: [])
        if current == "^" {
            set.isInverted = true
            position += 1
        }
        var isFirst = true
        while let scalar = current, scalar != "]" || isFirst {
            isFirst = false
            let lower = try setMember()
            guard current == "-", position + 1 < scalars.count, scalars[position + 1] != "]",
                lower.ranges.count == 1, let first = lower.ranges.first, !lower.isInverted
            else {
                guard !lower.isInverted else {
                    throw failure("\\D, \\W and \\S cannot stand between [ and ]")
                }
                set.ranges += lower.ranges
                continue
            }
            position += 1
            let upper = try setMember()
            guard let last = upper.ranges.first, upper.ranges.count == 1, !upper.isInverted,
                first.lowerBound <= last.upperBound
            else { throw failure("a range goes from a smaller to a greater character") }
            set.ranges.append(first.lowerBound...last.upperBound)
        }
        guard current == "]" else {
            position = open
            throw failure("the [ is not closed")
        }
        position += 1
        return set
    }

    private mutating func setMember() throws(Pattern.Failure) -> PatternNode.CharacterSet {
        guard let scalar = current else { throw failure("the [ is not closed") }
        if scalar == "\\" { return try escaped() }
        position += 1
        return .one(scalar)
    }
}
