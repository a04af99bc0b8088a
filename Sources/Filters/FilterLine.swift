import Bytes

/// What a line of a rule file is.
enum FilterLine: Hashable, Sendable {
    /// Nothing: a blank line, a comment, the title of a list, a name of the machine itself in a hosts file.
    case nothing
    /// Rules: one, or one for each name of a line of a hosts file.
    case rules([CompiledRule])
    /// Something that other programs read, and this one does not, such as `a regular expression`.
    case unread(UnreadRule)
    /// A faulty rule, and why it is one.
    case faulty(String)
    /// The beginning of lines that hold for some programs only.
    case beginOfCondition
    /// Their end.
    case endOfCondition

    /// Reads a line without its line ending.
    init(_ line: ArraySlice<UInt8>, limits: FilterLimits) {
        guard line.count <= limits.lineBytes else {
            self = .faulty("the line has more than \(Quantity.of(limits.lineBytes, "byte"))")
            return
        }
        var text = line.trimmingBlanks
        guard let first = text.first else {
            self = .nothing
            return
        }
        if first == UInt8(ascii: "!") {
            self = Self.comment(text)
        } else if first == UInt8(ascii: "#") {
            self = text.isCosmetic ? .unread(.cosmetic) : .nothing
        } else if text.isListTitle {
            self = .nothing
        } else {
            // A URL holds no blank, so this is a comment.
            if let comment = text.indices.first(where: {
                text[$0] == UInt8(ascii: "#") && text[$0 - 1].isBlank
            }) {
                text = text[..<comment].trimmingBlanks
            }
            if let rules = HostsLine.read(text) {
                self = rules
            } else if text.holdsCosmeticSeparator {
                self = .unread(.cosmetic)
            } else {
                self = NetworkLine(text, limits: limits).result
            }
        }
    }

    /// A line that begins with an exclamation mark: a comment, or a directive of uBlock Origin.
    private static func comment(_ text: ArraySlice<UInt8>) -> FilterLine {
        if text.startsIgnoringCase(with: "!#if") { return .beginOfCondition }
        if text.startsIgnoringCase(with: "!#endif") { return .endOfCondition }
        return text.startsIgnoringCase(with: "!#include") ? .unread(.directive) : .nothing
    }
}

/// What rule files hold that is counted and not read.
enum UnreadRule: Hashable, Sendable {
    /// A rule that hides elements of pages, changes their text, or runs scripts in them.
    case cosmetic
    /// A pattern that is a regular expression.
    case regularExpression
    /// A pattern between slashes that is probably meant as a path.
    case pathBetweenSlashes
    /// An exception for all that a page loads.
    case wholePage
    /// A host whose name is not in ASCII: requests have it in the form `xn--…` (RFC 5891 §4.4).
    case unicodeHost
    /// A line of a hosts file that gives a name another address than that of the machine itself.
    case address
    /// A directive that loads another file.
    case directive
    /// A rule between `!#if` and `!#endif`.
    case conditional
    /// A rule with an option that is not decided here.
    case option(String)

    /// The kind for a count of such rules.
    func words(_ count: Int) -> String {
        switch self {
        case .cosmetic: Quantity.of(count, "cosmetic rule")
        case .regularExpression: Quantity.of(count, "regular expression")
        case .pathBetweenSlashes:
            Quantity.of(count, "pattern")
                + " between slashes, which makes it a regular expression: add a star, as in /path/*"
        case .wholePage: Quantity.of(count, "exception for whole pages", "exceptions for whole pages")
        case .unicodeHost:
            Quantity.of(count, "host") + " not in ASCII, which requests name in the form xn--…"
        case .address: Quantity.of(count, "address of a host", "addresses of hosts")
        case .directive: Quantity.of(count, "directive")
        case .conditional: Quantity.of(count, "conditional rule")
        case .option(let name): "\(Quantity.grouped(count)) with the option \(name)"
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether a line that begins with a number sign is a cosmetic rule rather than a comment of a hosts file.
    fileprivate var isCosmetic: Bool {
        let mark = dropFirst().prefix(4)
        guard let end = mark.firstIndex(of: UInt8(ascii: "#")), mark[..<end].allSatisfy(\.isCosmeticMark)
        else { return false }
        guard let next = self[(end + 1)...].first else { return false }
        return !next.isBlank && next != UInt8(ascii: "#")
    }

    /// Whether a line holds `##`, `#@#`, `#?#` and the like, or `$$` and `$@$`, between domains and a selector.
    fileprivate var holdsCosmeticSeparator: Bool {
        for index in indices where self[index] == UInt8(ascii: "#") || self[index] == UInt8(ascii: "$") {
            let mark = self[(index + 1)...].prefix(4)
            guard let end = mark.firstIndex(of: self[index]), mark[..<end].allSatisfy(\.isCosmeticMark)
            else { continue }
            return true
        }
        return startsIgnoringCase(with: "[$")
    }

    /// Whether the line is `[Adblock Plus 2.0]`, the title of a section, or the like; not the address `[::1]`.
    fileprivate var isListTitle: Bool {
        first == UInt8(ascii: "[") && last == UInt8(ascii: "]") && !contains(UInt8(ascii: ":"))
            && !startsIgnoringCase(with: "[$")
    }
}

extension UInt8 {
    /// Whether the byte may stand between the two signs that separate domains from a selector.
    fileprivate var isCosmeticMark: Bool {
        self == UInt8(ascii: "@") || self == UInt8(ascii: "?") || self == UInt8(ascii: "$")
            || self == UInt8(ascii: "%")
    }
}
