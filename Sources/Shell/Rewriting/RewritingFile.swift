import Bytes
import Filters
import Rewriting

/// A file of changes of forms, one a line: `PATTERN attach FIELD=@FILE` or `PATTERN drop FIELD`.
///
/// ```
/// ! comment
/// ||upload.example^       attach photo=@/tmp/sea.png;type=image/png
/// *$method=post           drop tracking
/// ```
enum RewritingFile {
    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - path: the file's name in messages.
    ///   - terminal: receives what was ignored.
    /// - Returns: the changes, in the order of their lines.
    /// - Throws: a ``CommandFailure`` that names the first faulty line.
    static func read(_ text: String, path: String, in terminal: Terminal) throws -> [FormChange] {
        var changes: [FormChange] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = "\(path):\(index + 1)"
            let words = Array(line).words(atMost: 3)
            guard let pattern = words.first, pattern.first != UInt8(ascii: "!") else { continue }
            let verb = words.count == 3 ? String(decoding: words[1], as: UTF8.self) : ""
            let rules = try URLRules.read([String(decoding: pattern, as: UTF8.self)], of: place)
            switch verb {
            case "attach":
                let argument = try FormArgument(SystemPath.text(words[2]), of: "\(place): attach")
                for remark in argument.remarks { terminal.report(remark) }
                changes.append(FormChange(rules: rules, kind: .attach(argument.part)))
            case "drop": changes.append(FormChange(rules: rules, kind: .drop(Placeholder(words[2]))))
            default:
                throw CommandFailure.usage(
                    "\(place): must be a pattern of URLs, then 'attach FIELD=@FILE' or 'drop FIELD'"
                )
            }
        }
        return changes
    }
}

/// Patterns of URLs in an option or a file, all of which must be readable.
enum URLRules {
    /// Reads patterns in Adblock's syntax.
    ///
    /// - Parameters:
    ///   - patterns: the patterns.
    ///   - source: names the option, or the place in a file, in messages.
    /// - Returns: the rules.
    /// - Throws: a ``CommandFailure`` where one of them cannot be read.
    static func read(_ patterns: [String], of source: String) throws -> FilterRules {
        for pattern in patterns {
            var reader = FilterListReader()
            reader.read(Array(pattern.utf8), path: source)
            let reading = reader.finish()
            guard reading.rules.count == 1 else {
                let list = reading.lists.first
                let unread = list?.unreadKinds.first.map { "it is not read here: \($0)" }
                let reason = list?.problems.first?.reason ?? unread ?? "it is no pattern"
                throw CommandFailure.usage(
                    "\(source): '\(PrintableText.text(pattern, limit: 80))': \(reason)"
                )
            }
        }
        var reader = FilterListReader()
        reader.read(Array(patterns.joined(separator: "\n").utf8), path: source)
        return reader.finish().rules
    }
}

extension [UInt8] {
    /// The words between blanks, at most so many: the last one is the rest of the line.
    fileprivate func words(atMost count: Int) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var rest = self[...].drop { $0.isBlank || $0 == 0x0D }
        while let last = rest.last, last.isBlank || last == 0x0D { rest.removeLast() }
        while !rest.isEmpty {
            let word = words.count == count - 1 ? rest : rest.prefix { !$0.isBlank }
            words.append(Array(word))
            rest = rest[word.endIndex...].drop(while: \.isBlank)
        }
        return words
    }
}
