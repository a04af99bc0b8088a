import Foundation

/// What the sources of the project say of rules, read as text.
package enum RuleSources {
    /// The types below a folder that are declared to be rules of some kind: `struct LineMixed: Rule`.
    ///
    /// - Parameter folder: a folder of the project.
    /// - Returns: the names of the types, sorted.
    /// - Throws: where a file cannot be read.
    package static func declaredRules(below folder: String) throws -> [String] {
        let declaration = /^(?:package |public )?struct (\w+): (?:\w+, )*\w*Rule\b/.anchorsMatchLineEndings()
        return try texts(below: folder).flatMap { _, text in
            text.matches(of: declaration).map { String($0.1) }
        }
        .sorted()
    }

    /// The words below a folder that look like ids of rules of some groups: `delimiter/padding`.
    ///
    /// - Parameters:
    ///   - folder: a folder of the project.
    ///   - groups: the groups of rules.
    /// - Returns: each word outside comments, and where it stands; a word that ends in a dash is the beginning of ids.
    /// - Throws: where a file cannot be read.
    package static func identifiers(
        below folder: String,
        in groups: Set<String>
    ) throws -> [(id: String, place: String)] {
        var found: [(id: String, place: String)] = []
        for (name, text) in try texts(below: folder) {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where line.utf8.contains(UInt8(ascii: "/")) && !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for word in words(of: line) {
                    let pieces = word.split(separator: "/", omittingEmptySubsequences: false)
                    guard pieces.count == 2, groups.contains(String(pieces[0])), !pieces[1].isEmpty,
                        pieces[1].allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "-" })
                    else { continue }
                    found.append((word, "\(name):\(index + 1)"))
                }
            }
        }
        return found
    }

    /// The sentences of the texts below a folder; a single word is none, nor what an argument `of:` names.
    ///
    /// - Parameter folder: a folder of the project.
    /// - Returns: each sentence once for a file, with the id of the rule that the file declares, or the file's name.
    /// - Throws: where a file cannot be read.
    package static func sentences(below folder: String) throws -> [(rule: String, sentence: String)] {
        let identifier = /let id = "([\w\/-]+)"/
        return try texts(below: folder).flatMap { path, text in
            let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? path
            let rule = text.firstMatch(of: identifier).map { String($0.1) } ?? name
            var known: Set<String> = []
            return SourceText.all(in: text).filter { $0.label != "of" }.flatMap(\.sentences)
                .filter { $0.contains(" ") && known.insert($0).inserted }
                .map { (rule, $0) }
        }
    }

    private static func words(of line: Substring) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || "/-_.:".contains($0)) }.map { word in
            String(word.reversed().drop { $0 == "." || $0 == ":" }.reversed())
        }
    }

    private static func texts(below folder: String) throws -> [(name: String, text: String)] {
        let folder = Checkout.path(folder)
        return try Checkout.files(below: folder).filter { $0.hasSuffix(".swift") }.map { name in
            (name, String(decoding: try Checkout.bytes(of: folder + "/" + name), as: UTF8.self))
        }
    }
}
