import Bytes

/// The options of a rule, after the dollar sign: `script,~third-party,domain=a.example|~b.a.example,method=post`.
struct RuleOptions {
    /// Why a rule with these options is not read.
    enum Failure: Error, Hashable {
        /// An option that other programs know.
        case unread(UnreadRule)
        /// A fault in an option.
        case faulty(String)
    }

    /// What the request must be.
    private(set) var conditions = RuleConditions()
    /// Whether letters of the URL must have the same case.
    private(set) var isCaseSensitive = false

    /// Reads options.
    ///
    /// - Parameters:
    ///   - text: the options, without the dollar sign.
    ///   - isException: whether they are those of an exception.
    /// - Throws: where an option is not known, or is none that a proxy can decide.
    init(_ text: ArraySlice<UInt8>, isException: Bool) throws(Failure) {
        var included: ResourceKinds?
        for option in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
            let isInverse = option.first == UInt8(ascii: "~")
            let rest = option.dropFirst(isInverse ? 1 : 0)
            let name = rest.prefix { $0 != UInt8(ascii: "=") }
            let value = name.endIndex < rest.endIndex ? rest[(name.endIndex + 1)...] : nil
            let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
            if value == nil, let kinds = ResourceKind.names[key] {
                if isInverse {
                    included = (included ?? .all).subtracting(kinds)
                } else {
                    included = (included ?? []).union(kinds)
                    if isException, kinds == .document { throw .unread(.wholePage) }
                }
                continue
            }
            switch key {
            case "third-party", "3p": conditions.party = isInverse ? .first : .third
            case "first-party", "1p": conditions.party = isInverse ? .third : .first
            case "match-case": isCaseSensitive = !isInverse
            case "domain", "from": conditions.initiators = try Self.domains(value)
            case "method": conditions.methods = try Self.methods(value)
            case _ where key.utf8.allSatisfy { $0 == UInt8(ascii: "_") }: continue
            case _ where Self.unread.contains(key): throw .unread(.option(key))
            default: throw .faulty("there is no option '\(PrintableText.text(name, limit: 40))'")
            }
        }
        if let included { conditions.kinds = included }
        if conditions.kinds.isEmpty { throw .faulty("the options leave no kind of resource") }
    }

    private static func domains(_ value: ArraySlice<UInt8>?) throws(Failure) -> NameChoice {
        try names(value, of: "domain") { name throws(Failure) in
            if name.contains(UInt8(ascii: "*")) || name.first == UInt8(ascii: "/") {
                throw .unread(.option("domain with a wildcard"))
            }
            guard name.allSatisfy({ $0.isHostCharacter || $0 >= 0x80 || "[]:".utf8.contains($0) }) else {
                throw .faulty("'\(PrintableText.text(name, limit: 80))' is not a domain")
            }
            return name.map(\.lowercased)
        }
    }

    private static func methods(_ value: ArraySlice<UInt8>?) throws(Failure) -> NameChoice {
        try names(value, of: "method") { name throws(Failure) in
            guard name.allSatisfy(\.isTokenCharacter) else {
                throw .faulty("'\(PrintableText.text(name, limit: 80))' is not a method")
            }
            return name.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
        }
    }

    /// Reads names between vertical bars; those after a tilde are rejected.
    private static func names(
        _ value: ArraySlice<UInt8>?,
        of option: String,
        _ read: (ArraySlice<UInt8>) throws(Failure) -> [UInt8]
    ) throws(Failure) -> NameChoice {
        var choice = NameChoice()
        guard let value, !value.isEmpty else { throw .faulty("the option \(option) has no value") }
        for name in value.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            let isRejected = name.first == UInt8(ascii: "~")
            let bare = name.dropFirst(isRejected ? 1 : 0)
            guard !bare.isEmpty else { throw .faulty("the option \(option) has an empty name") }
            choice.add(try read(bare), isRejected: isRejected)
        }
        return choice
    }

    /// The name of the first option with a value that is not read, where only options stand before it.
    static func unreadName(in text: ArraySlice<UInt8>) -> String? {
        for option in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard reads(option) else { return nil }
            let name = option.prefix { $0 != UInt8(ascii: "=") }
            let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
            if name.count < option.count, unread.contains(key) { return key }
        }
        return nil
    }

    /// Whether a text is written as options are: names of letters, digits, `-` and `_`, with or without a value.
    static func reads(_ text: ArraySlice<UInt8>) -> Bool {
        text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy { option in
            let name = option.dropFirst(option.first == UInt8(ascii: "~") ? 1 : 0)
                .prefix { $0 != UInt8(ascii: "=") }
            return !name.isEmpty
                && name.allSatisfy {
                    $0.isDigit || $0.lowercased &- 0x61 < 26 || $0 == UInt8(ascii: "-")
                        || $0 == UInt8(ascii: "_")
                }
        }
    }

    /// Options of Adblock Plus, uBlock Origin and AdGuard that change more than which requests are blocked, or that
    /// demand what a request does not show.
    private static let unread: Set<String> = [
        "popup", "popunder", "csp", "redirect", "redirect-rule", "rewrite", "removeparam", "queryprune",
        "important", "badfilter", "generichide", "ghide", "specifichide", "shide", "elemhide", "ehide",
        "genericblock", "inline-script", "inline-font", "webrtc", "sitekey", "header", "permissions", "to",
        "denyallow", "cname", "ipaddress", "strict1p", "strict3p", "strict-first-party",
        "strict-third-party", "empty", "mp4", "replace", "urltransform", "uritransform", "urlskip", "app",
        "network", "cookie", "jsonprune", "xmlprune", "hls", "stealth", "referrerpolicy", "content",
        "extension", "jsinject", "urlblock", "client", "dnstype", "dnsrewrite", "ctag", "reason",
        "requestheader", "responseheader", "removeheader", "collapse", "donottrack", "dtd", "xbl", "top",
    ]
}
