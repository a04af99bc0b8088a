extension Difference {
    /// What differs, as a part of a sentence: `the target`, `the filename of part 3 "file"`.
    var phrase: String {
        if isOfRuleAlone { return parts.isEmpty ? "\"\(trait)\"" : "\"\(trait)\" in \(subject)" }
        if isMissingPart { return subject }
        return switch area {
        case .requestLine, .framing: noun
        case .head: trait.hasPrefix("field ") ? noun : "\(noun) of the head"
        case .boundary: "\(noun) of the boundary"
        case .body: trait == "lines end in" ? "\(noun) of the body" : noun
        case .part, .content: "\(noun) of \(subject)"
        }
    }

    /// The first rule that each request violates, such as ` (A: disposition/raw-quote)`; empty where none does.
    var accusation: String {
        var accused: Set<Int> = []
        var texts: [String] = []
        for breach in breaches where !accused.isSuperset(of: breach.requests) {
            accused.formUnion(breach.requests)
            let letters = ComparisonVerdict.list(breach.requests.map(ComparedRequest.letter))
            texts.append("\(letters): \(breach.rule)")
        }
        return texts.isEmpty ? "" : " (\(texts.joined(separator: "; ")))"
    }

    private var noun: String {
        for (prefix, words) in [("field ", "the field"), ("quoting of ", "the quoting of")]
        where trait.hasPrefix(prefix) {
            return "\(words) `\(trait.dropFirst(prefix.count))`"
        }
        return Self.nouns[trait] ?? "the \(trait)"
    }

    /// The traits whose names do not follow an article.
    private static let nouns = [
        "version": "the version of HTTP",
        "lines end in": "the line endings",
        "between name and value": "what stands between name and value",
        "between parameters": "what stands between parameters",
        "end of the body": "how the end of the body is given",
        "chunks": "the sizes of the chunks",
        "DATA frames": "the sizes of the DATA frames",
        "before the first delimiter": "what stands before the first delimiter",
        "on the line before a delimiter": "what stands before a delimiter on its line",
        "after the close delimiter": "what follows the close delimiter",
        "bytes": "the content",
    ]
}
