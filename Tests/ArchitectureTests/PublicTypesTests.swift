import Testing

/// What those who embed the library see of it.
struct PublicTypesTests {
    /// The greatest number of public types, nested ones included.
    private static let limit = 25
    /// The rooms that the product `PartwiseForms` shows.
    private static let shown: Set<String> = ["Forms", "Inspection", "PartwiseForms"]

    @Test func `the public types are few, and all in the library that is embedded`() {
        let files = SourceFile.sources
        let types = files.flatMap { file in Self.types(in: file).map { (file.room, $0) } }
        #expect(types.contains { $0 == ("PartwiseForms", "FormCheck") })
        #expect(types.count <= Self.limit, "\(types.map(\.1))")
        #expect(types.filter { !Self.shown.contains($0.0) }.map(\.1) == [])
    }

    @Test func `public types are found`() {
        let lines = [
            "public struct A: Sendable {", "    public indirect enum B {", "public final class C {",
            "    public var type: A { .struct }", "package struct D {", "// public struct E {",
            "public protocol F: AnyObject {", "@frozen public actor G {",
        ]
        let file = SourceFile(path: "Sources/Forms/A.swift", lines: lines)
        #expect(Self.types(in: file) == ["A", "B", "C", "F", "G"])
    }

    /// The names of the public types that the file declares.
    private static func types(in file: SourceFile) -> [String] {
        file.code.compactMap { line in
            guard line.text.holds("public ") else { return nil }
            let words = line.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
                .drop { $0.hasPrefix("@") }
            guard words.first == "public" else { return nil }
            let rest = words.dropFirst().drop { ["final", "indirect", "nonisolated"].contains($0) }
            guard ["struct", "enum", "class", "actor", "protocol", "typealias"].contains(rest.first) else {
                return nil
            }
            return rest.dropFirst().first.map(String.init)
        }
    }
}
