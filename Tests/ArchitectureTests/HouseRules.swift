/// The rules of the house that a glance at the text of a file can hold.
enum HouseRules {
    /// The greatest number of lines of a file.
    static let lineLimit = 300

    /// Words in a file's name that tell of a function without a home.
    static let homelessNames = ["Utils", "Helper", "Manager", "Common", "Misc", "Convenience"]

    /// What may not stand in the sources, outside comments and quotation marks.
    static let forbidden = [
        "try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "TODO", "FIXME",
    ]

    /// The forbidden words in a file, each with its line.
    static func forbiddenWords(in file: SourceFile) -> [String] {
        let comments = file.lines.enumerated().filter { $0.element.holds("//") }
            .filter { $0.element.holds("TODO") || $0.element.holds("FIXME") }
            .map { "\(file.path):\($0.offset + 1): \($0.element.trimmed)" }
        return comments
            + file.code.filter { line in
                let words = forbidden.filter { line.text.holds($0) }
                guard !words.isEmpty else { return false }
                let code = withoutLiterals(line.text)
                return words.contains { code.holds($0) }
            }
            .map { "\(file.path):\($0.number): \($0.text.trimmed)" }
    }

    /// Where a file declares a type with the name of its room.
    static func typesNamedAsTheRoom(in file: SourceFile) -> [String] {
        let room = file.room
        let keywords = ["struct", "enum", "class", "actor", "protocol", "typealias"]
        return file.code.filter { line in
            guard keywords.contains(where: line.text.holds) else { return false }
            let words = line.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            return zip(words, words.dropFirst()).contains { keyword, name in
                keywords.contains { $0 == keyword } && name == room
            }
        }
        .map { "\(file.path):\($0.number)" }
    }

    /// The declarations for other files that have no doc comment, each with its line.
    ///
    /// What a protocol of the standard library asks for says enough by its name: operators, `description`,
    /// `hash(into:)`, `encode(to:)`, `init(from:)`.
    static func undocumented(in file: SourceFile) -> [String] {
        file.lines.indices.filter { index in
            isDeclaration(file.lines[index].trimmed) && !isDocumented(file.lines, at: index)
        }
        .map { "\(file.path):\($0 + 1): \(file.lines[$0].trimmed)" }
    }

    private static func isDeclaration(_ line: String) -> Bool {
        guard line.hasPrefix("public ") || line.hasPrefix("package ") else { return false }
        let words = line.split(separator: " ")
        guard !["import", "extension", "override"].contains(words.dropFirst().first) else { return false }
        let modifiers: Set<Substring> = [
            "static", "final", "indirect", "mutating", "nonisolated", "private(set)", "fileprivate(set)",
            "consuming",
            "borrowing", "convenience", "lazy", "let", "var", "func", "struct", "enum", "class", "actor",
        ]
        let rest = words.dropFirst().drop { modifiers.contains($0) }
        guard let name = rest.first else { return false }
        let isOperator = words.contains("func") && !(name.first?.isLetter ?? true) && name.first != "`"
        let isWitness =
            name.hasPrefix("description:") || name.hasPrefix("debugDescription:")
            || name.hasPrefix("hash(into")
            || name.hasPrefix("encode(to") || name.hasPrefix("init(from")
        return !isOperator && !isWitness
    }

    private static func isDocumented(_ lines: [String], at index: Int) -> Bool {
        for line in lines[..<index].reversed().lazy.map(\.trimmed) {
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") || line.hasPrefix("#if") || line.hasPrefix("#else") else {
                return false
            }
        }
        return false
    }

    /// The line with what stands between quotation marks taken out, and a comment at its end.
    private static func withoutLiterals(_ line: String) -> String {
        let pieces = line.split(separator: "\"", omittingEmptySubsequences: false)
        let code = pieces.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(
            separator: " "
        )
        return code.split(separator: "//", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
