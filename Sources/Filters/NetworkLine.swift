import Bytes

/// A line of Adblock's syntax that blocks requests or allows them: `@@||host^path*$option,option=value`
/// (https://help.adblockplus.org/hc/en-us/articles/360062733293).
struct NetworkLine {
    /// The greatest number of separators in a row, so that the end of a URL is compared with few places.
    private static let separatorRun = 8

    /// What the line is.
    private(set) var result: FilterLine

    /// Reads a line without blanks at its ends.
    init(_ line: ArraySlice<UInt8>, limits: FilterLimits) {
        var rest = line
        let isException = rest.starts(with: "@@".utf8)
        if isException { rest = rest.dropFirst(2) }
        let options = Self.options(of: rest)
        rest = rest[..<(options.map { $0.startIndex - 1 } ?? rest.endIndex)]
        if rest.count > 1, rest.first == UInt8(ascii: "/"), rest.last == UInt8(ascii: "/") {
            let isPath = rest.allSatisfy { RuleKey.isTokenByte($0.lowercased) || "/-_".utf8.contains($0) }
            result = .unread(isPath ? .pathBetweenSlashes : .regularExpression)
            return
        }
        var rule = CompiledRule(
            pattern: FilterPattern(text: []),
            isException: isException,
            text: Array(line)
        )
        do throws(RuleOptions.Failure) {
            let options = try RuleOptions(options ?? [], isException: isException)
            rule.conditions = options.conditions
            rule.pattern.isCaseSensitive = options.isCaseSensitive
        } catch {
            switch error {
            case .unread(let kind): result = .unread(kind)
            case .faulty(let reason): result = .faulty(reason)
            }
            return
        }
        if options == nil, let name = Self.optionOfFreeText(in: rest) {
            result = .unread(.option(name))
        } else if Self.namesUnicodeHost(rest) {
            result = .unread(.unicodeHost)
        } else if rest.isEmpty, options == nil {
            result = .faulty("the rule has no pattern")
        } else if let fault = Self.fault(in: rest, limits) {
            result = .faulty(fault)
        } else {
            rule.pattern.take(rest)
            result = .rules([rule])
        }
    }

    /// Whether a pattern begins with the name of a host that is not in ASCII.
    private static func namesUnicodeHost(_ pattern: ArraySlice<UInt8>) -> Bool {
        guard pattern.starts(with: "||".utf8) else { return false }
        return pattern.dropFirst(2).prefix { !"/^?:".utf8.contains($0) }.contains { $0 >= 0x80 }
    }

    private static func fault(in pattern: ArraySlice<UInt8>, _ limits: FilterLimits) -> String? {
        if pattern.count > limits.patternBytes {
            return "the pattern has more than \(Quantity.of(limits.patternBytes, "byte"))"
        }
        if pattern.contains(where: \.isBlank) { return "the pattern holds a blank, which no URL does" }
        if pattern.contains(where: \.isControl) { return "the pattern holds a control character" }
        var run = 0
        for byte in pattern {
            run = byte == FilterPattern.separator ? run + 1 : 0
            if run > separatorRun { return "the pattern has more than \(separatorRun) '^' in a row" }
        }
        return nil
    }

    /// The name of an option that is not read and whose value may be any text, commas and blanks included.
    private static func optionOfFreeText(in line: ArraySlice<UInt8>) -> String? {
        var dollar = line.firstIndex(of: UInt8(ascii: "$"))
        var looks = 0
        while let place = dollar, looks < 16 {
            let rest = line[(place + 1)...]
            if let name = RuleOptions.unreadName(in: rest) { return name }
            dollar = rest.firstIndex(of: UInt8(ascii: "$"))
            looks += 1
        }
        return nil
    }

    /// The options: what follows the first dollar sign after which there is nothing else; `nil` where there are none.
    private static func options(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var dollar = line.firstIndex(of: UInt8(ascii: "$"))
        // In a list of options a dollar sign stands in values only, so few are looked at.
        var looks = 0
        while let place = dollar, looks < 16 {
            let rest = line[(place + 1)...]
            if RuleOptions.reads(rest) { return rest }
            dollar = rest.firstIndex(of: UInt8(ascii: "$"))
            looks += 1
        }
        return nil
    }
}

extension FilterPattern {
    /// Takes the text of a pattern: anchors, and what is between them.
    fileprivate mutating func take(_ pattern: ArraySlice<UInt8>) {
        var rest = pattern
        if rest.starts(with: "||".utf8) {
            start = .label
            rest = rest.dropFirst(2)
        } else if rest.first == UInt8(ascii: "|") {
            start = .url
            rest = rest.dropFirst()
        }
        if rest.last == UInt8(ascii: "|") {
            isEndAnchored = true
            rest = rest.dropLast()
        }
        text.reserveCapacity(rest.count)
        for byte in rest where !(byte == Self.star && text.last == Self.star) {
            text.append(isCaseSensitive ? byte : byte.lowercased)
        }
        if text.first == Self.star, start != .label {
            text.removeFirst()
            start = .anywhere
        }
        if text.last == Self.star {
            text.removeLast()
            isEndAnchored = false
        }
    }
}
