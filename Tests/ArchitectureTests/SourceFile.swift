import Foundation
import TestSupport
import Testing

/// One Swift file of the project, read as lines.
struct SourceFile: Sendable, CustomTestStringConvertible {
    /// The path below the project's folder: `Sources/Bytes/RunMap.swift`.
    let path: String
    /// The lines, without their line breaks.
    let lines: [String]
    /// The lines without comments, their numbers counted from 1.
    let code: [(number: Int, text: String)]

    /// Makes a file of its lines.
    init(path: String, lines: [String]) {
        self.path = path
        self.lines = lines
        code = lines.enumerated().compactMap { index, line in
            line.trimmed.hasPrefix("//") ? nil : (index + 1, line)
        }
    }

    /// The files of the program.
    static let sources = all(below: "Sources")

    /// What a test shows of it.
    var testDescription: String { path }

    /// The name of the folder below `Sources` or `Tests` that the file is in: the room.
    var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The file's name without its folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The modules that the file imports.
    var imports: [String] {
        code.compactMap { _, line in
            guard line.holds("import ") else { return nil }
            var words = line.trimmed.split(separator: " ").filter { !$0.hasPrefix("@") }
            if ["public", "package", "internal", "fileprivate", "private"].contains(words.first) {
                words.removeFirst()
            }
            guard words.first == "import", words.count > 1 else { return nil }
            let kinds: [Substring] = [
                "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
            ]
            let module = kinds.contains(words[1]) ? words.last : words[1]
            return module?.split(separator: ".").first.map(String.init)
        }
    }

    /// All Swift files below a folder of the project, sorted by path.
    static func all(below folder: String) -> [SourceFile] {
        Checkout.files(below: Checkout.path(folder)).filter { $0.hasSuffix(".swift") }.compactMap { name in
            let path = folder + "/" + name
            guard let bytes = try? Checkout.bytes(of: Checkout.path(path)) else { return nil }
            // Of bytes, as lines of characters take long in a debug build.
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            if lines.last == "" { lines.removeLast() }
            return SourceFile(path: path, lines: lines)
        }
    }
}

extension String {
    /// Whether a word of ASCII stands in the text.
    ///
    /// In a debug build `contains`, which compares characters, takes many times as long.
    func holds(_ word: String) -> Bool {
        word.withCString { word in withCString { strstr($0, word) != nil } }
    }

    /// The text without spaces at both ends.
    var trimmed: String {
        let space = UInt8(ascii: " ")
        guard let first = utf8.firstIndex(where: { $0 != space }),
            let last = utf8.lastIndex(where: { $0 != space })
        else { return "" }
        return String(self[first...last])
    }
}
