/// A flag by which a firewall or traffic inspector reports what it saw in a form, and the rules that report
/// it here.
///
/// Users find these names in logs and tickets, and want to know which bytes are meant.
package struct CheckerFlag: Hashable, Sendable {
    /// The software that sets it.
    package let checker: Receiver
    /// Its name, such as `MULTIPART_DATA_BEFORE`.
    package let name: String
    /// The two letters by which ModSecurity's recommended rule 200003 logs it; empty where it has none.
    package let letters: String
    /// Its meaning.
    package let meaning: String
    /// The ids of the rules that name such bytes, those to look at first in front.
    package let rules: [String]

    init(
        _ checker: Receiver,
        _ name: String,
        letters: String = "",
        _ meaning: String,
        _ rules: [String]
    ) {
        self.checker = checker
        self.name = name
        self.letters = letters
        self.meaning = meaning
        self.rules = rules
    }

    /// Every flag, those of ModSecurity first.
    package static let all: [CheckerFlag] = modSecurity + libhtp

    /// The flags that a name means: whole, without its prefix, or by its two letters; in any letter case.
    ///
    /// - Parameter text: a name, or a line of a log that holds names.
    /// - Returns: the flags; of a log line with counts, only those that are set.
    package static func named(in text: String) -> [CheckerFlag] {
        let words = text.uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        var found: [CheckerFlag] = []
        for (index, word) in words.enumerated() {
            let value = words.dropFirst(index + 1).first
            guard value != "0" else { continue }
            // Two letters alone mean a flag only where nothing else is there, or their number follows.
            let mayBeLetters = words.count == 1 || value.flatMap { Int($0) } != nil
            for flag in all where flag.isCalled(word, byLetters: mayBeLetters) && !found.contains(flag) {
                found.append(flag)
            }
        }
        return found
    }

    /// The flags that report what a rule finds.
    package static func of(_ rule: String) -> [CheckerFlag] { all.filter { $0.rules.contains(rule) } }

    /// The rules whose measured bodies raised the flag, though they name other bytes first.
    package var alsoRaisedBy: [String] {
        let short = name.replacing("HTP_MULTIPART_", with: "").replacing("MULTIPART_", with: "")
        var known = Set(rules)
        return ReceiverTestCase.all.filter { body in
            body.effect(on: checker)?.flagNames.contains(short) ?? false
        }
        .map(\.rule).filter { known.insert($0).inserted }
    }

    private func isCalled(_ word: String, byLetters: Bool) -> Bool {
        word == name || word == name.replacing("HTP_MULTIPART_", with: "HTP_")
            || (word.contains("_") && name.hasSuffix("MULTIPART_" + word)) || (byLetters && word == letters)
    }
}

extension ReceiverEffect {
    /// The flags that were set.
    fileprivate var flagNames: [String] {
        switch self {
        case .blocks(_, let flags), .flags(let flags), .notParsed(let flags): flags
        case .accepts, .losesField, .readsDifferently, .findsNothing, .rejects: []
        }
    }
}
