import Bytes
import Filters
import Rewriting
import Shell

/// A file of changes, one a line: a pattern of URLs, what is done with requests for them, and with what.
///
/// ```
/// ! comment
/// ||upload.example^       attach photo=@/tmp/sea.png;type=image/png
/// *$method=post           drop tracking
/// ||api.example^          map http://localhost:3000
/// ||api.example/v1^       set-field X-Trial: 1
/// ```
enum RewritingFile {
    private static let usage =
        "must be a pattern of URLs, then attach FIELD=@FILE, drop FIELD, map SERVER, map-file FILE, "
        + "set-field 'NAME: VALUE', remove-field NAME, delay SECONDS, throttle BYTES or cut BYTES"

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - path: the file's name in messages.
    ///   - terminal: receives what was ignored.
    /// - Returns: the changes, in the order of their lines.
    /// - Throws: a ``CommandFailure`` that names the first faulty line.
    static func read(_ text: String, path: String, in terminal: Terminal) throws -> [RequestChange] {
        var changes: [RequestChange] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = "\(path):\(index + 1)"
            let words = Array(line).words(atMost: 3)
            guard let pattern = words.first, !isComment(pattern) else { continue }
            let verb = words.count == 3 ? String(decoding: words[1], as: UTF8.self) : ""
            let rules = try URLRules.read([String(decoding: pattern, as: UTF8.self)], of: place)
            guard words.count == 3, let kind = try kind(verb, words[2], of: "\(place): \(verb)", terminal)
            else { throw CommandFailure.usage("\(place): \(usage)") }
            changes.append(RequestChange(rules: rules, kind: kind))
        }
        return changes
    }

    /// Whether a line that begins with a word is a comment, as in files of rules.
    private static func isComment(_ word: [UInt8]) -> Bool {
        word.first == UInt8(ascii: "!") || word.first == UInt8(ascii: "#")
    }

    /// What a line says; `nil` for a word that says nothing.
    private static func kind(
        _ verb: String,
        _ argument: [UInt8],
        of source: String,
        _ terminal: Terminal
    ) throws -> RequestChange.Kind? {
        let text = SystemPath.text(argument)
        switch verb {
        case "attach":
            let argument = try FormArgument(text, of: source)
            for remark in argument.remarks { terminal.report(remark) }
            return .attach(argument.part)
        case "drop": return .dropPart(Placeholder(argument))
        case "map": return .handling(try ChangeReading.server(text, of: source))
        case "map-file": return .handling(try ChangeReading.file(text, of: source))
        case "set-field": return .handling(try ChangeReading.setField(text, of: source))
        case "remove-field": return .handling(try ChangeReading.removeField(text, of: source))
        case "delay": return .handling(try ChangeReading.delay(text, of: source))
        case "throttle": return .handling(try ChangeReading.throttle(text, of: source))
        case "cut": return .handling(try ChangeReading.cut(text, of: source))
        default: return nil
        }
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
