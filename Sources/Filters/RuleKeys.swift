import Bytes

/// The keys that a rule could be found by.
struct RuleKeys {
    /// Tokens that occur in nearly every URL, so that they tell nothing.
    private static let common: Set<RuleKey> = Set(
        ["http", "https", "www", "com", "net", "org"].map { RuleKey.token(Array($0.utf8)[...]) }
    )

    /// The domain that the request's host must be in.
    private(set) var host: RuleKey?
    /// The tokens that the URL must hold, without the common ones.
    private(set) var tokens: [RuleKey] = []
    /// The runs of four bytes that the URL must hold.
    private(set) var runs: [RuleKey] = []
    /// The domains of which the page must be in one.
    private(set) var initiators: [RuleKey] = []

    /// Finds the keys of a rule.
    init(of rule: borrowing CompiledRule) {
        let text = rule.pattern.isCaseSensitive ? rule.pattern.text.map(\.lowercased) : rule.pattern.text
        host = Self.host(in: text, rule.pattern)
        if let accepted = rule.conditions.initiators?.accepted, accepted.count <= 64 {
            initiators = accepted.map { .initiator($0[...]) }
        }
        guard host == nil else { return }
        let isAnchored = rule.pattern.start == .label || rule.pattern.start == .url
        var start = 0
        while start < text.count {
            guard RuleKey.isTokenByte(text[start]) else {
                start += 1
                continue
            }
            var end = start
            while end < text.count, RuleKey.isTokenByte(text[end]) { end += 1 }
            let isOpen =
                start == 0 ? !isAnchored : text[start - 1] == FilterPattern.star
            let isClosed =
                end < text.count ? text[end] != FilterPattern.star : rule.pattern.isEndAnchored
            let key = RuleKey.token(text[start..<end])
            if !isOpen, isClosed, !Self.common.contains(key) { tokens.append(key) }
            start = end
        }
        var run: UInt32 = 0
        var length = 0
        for byte in text {
            run = run << 8 | UInt32(byte)
            length = byte == FilterPattern.star || byte == FilterPattern.separator ? 0 : length + 1
            if length >= 4 { runs.append(.run(run)) }
        }
    }

    /// The domain at the beginning of a pattern that ends where a host does.
    private static func host(in text: [UInt8], _ pattern: borrowing FilterPattern) -> RuleKey? {
        if pattern.start == .host { return .host(text[...]) }
        guard pattern.start == .label else { return nil }
        let name = text.prefix { $0.isHostCharacter || $0 >= 0x80 }
        guard !name.isEmpty, name.endIndex < text.count else { return nil }
        switch text[name.endIndex] {
        case FilterPattern.separator, UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"):
            return .host(name)
        default: return nil
        }
    }
}
