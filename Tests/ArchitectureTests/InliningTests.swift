import Testing

/// `@inlinable` does nothing, and says nothing, in a type that other modules cannot use from inlined code.
struct InliningTests {
    private static let sources = SourceFile.sources
    private static let closedTypes = Set(sources.flatMap { closedTypes(in: $0).map(\.name) })

    @Test(arguments: sources)
    func `what is inlinable stands in a type that is usable from inlined code`(file: SourceFile) {
        #expect(Self.ineffective(in: file, Self.closedTypes).isEmpty)
    }

    @Test func `an inlinable member of a closed type is found`() {
        let lines = [
            "package struct Closed {", "    @inlinable", "    package var first: Int { 1 }", "}",
            "@usableFromInline", "package enum Open {", "    @inlinable package var next: Int { 1 }", "}",
            "extension Closed {", "    @inlinable package var last: Int { 1 }", "}", "extension UInt8 {",
            "    @inlinable package var isZero: Bool { self == 0 }", "}",
        ]
        let file = SourceFile(path: "Sources/Bytes/Closed.swift", lines: lines)
        let closed = Set(Self.closedTypes(in: file).map(\.name))
        #expect(closed == ["Closed"])
        #expect(Self.ineffective(in: file, closed) == [2, 10])
    }

    /// The types of a file that are neither public nor usable from inlined code, with the numbers of their lines.
    private static func closedTypes(in file: SourceFile) -> [(name: String, line: Int)] {
        var isOpen = false
        return file.code.compactMap { number, text in
            if text.trimmed.hasPrefix("@") {
                isOpen = isOpen || text.holds("@usableFromInline")
                guard declaredType(text) != nil else { return nil }
            }
            defer { isOpen = false }
            guard !isOpen, !text.holds("public "), let name = declaredType(text) else { return nil }
            return (name, number)
        }
    }

    /// The name of the type that a line declares, or extends.
    private static func declaredType(_ line: String, orExtended isExtension: Bool = false) -> String? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        let keywords = ["struct", "enum", "class", "actor", "protocol"] + (isExtension ? ["extension"] : [])
        guard let place = words.firstIndex(where: { keywords.contains(String($0)) }) else { return nil }
        let name = words[place...].dropFirst().first.map(String.init)
        return name.flatMap { $0.first?.isUppercase ?? false ? $0 : nil }
    }

    /// The numbers of the lines with `@inlinable` in closed types.
    private static func ineffective(in file: SourceFile, _ closed: Set<String>) -> [Int] {
        guard file.lines.contains(where: { $0.holds("@inlinable") }) else { return [] }
        return file.code.indices.filter { index in
            let text = file.code[index].text
            guard text.trimmed.hasPrefix("@inlinable") else { return false }
            let depth = text.prefix { $0 == " " }.count
            let type = file.code[..<index].reversed().lazy
                .filter { line in line.text.prefix { $0 == " " }.count < depth }
                .compactMap { declaredType($0.text, orExtended: true) }.first
            return type.map(closed.contains) ?? false
        }
        .map { file.code[$0].number }
    }
}
