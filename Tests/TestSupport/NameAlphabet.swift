/// The characters that generated names consist of.
package struct NameAlphabet: Sendable {
    private let pieces: [[UInt8]]

    /// Every byte except NUL, which no name can hold, and the omitted ones.
    package static func bytes(except omitted: String = "") -> NameAlphabet {
        NameAlphabet(pieces: (1...255).filter { !omitted.utf8.contains($0) }.map { [$0] })
    }

    /// Characters in UTF-8, including those that are significant to parsers of header fields.
    package static func text(with additions: String = "", except omitted: String = "") -> NameAlphabet {
        let characters = "abcXYZ019 \";=,:/%()[]'<>?@#.-_+é😀漢\u{301}" + additions
        let scalars = characters.unicodeScalars.filter { !omitted.unicodeScalars.contains($0) }
        return NameAlphabet(pieces: scalars.map { Array(String($0).utf8) })
    }

    /// A name of 1 to 12 characters that does not end in a backslash, because such a name cannot be written.
    func name(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let name = (0..<Int.random(in: 1...12, using: &generator)).flatMap { _ in
            pieces.randomElement(using: &generator) ?? []
        }
        return name.last == UInt8(ascii: "\\") ? name + [UInt8(ascii: ".")] : name
    }
}
