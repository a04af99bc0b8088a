import TestSupport
import Testing

struct HouseRulesTests {
    private static let sources = SourceFile.sources
    private static let all = sources + SourceFile.all(below: "Tests")

    @Test func `the house is found`() {
        #expect(Set(Self.sources.map(\.room)) == Set(ImportTable.rows.keys))
    }

    @Test(arguments: all)
    func `a file is short and has a telling name`(file: SourceFile) {
        #expect(file.lines.count <= HouseRules.lineLimit)
        #expect(!HouseRules.homelessNames.contains { file.name.contains($0) })
    }

    @Test(arguments: sources)
    func `no type has the name of its room`(file: SourceFile) {
        #expect(HouseRules.typesNamedAsTheRoom(in: file).isEmpty)
    }

    @Test(arguments: sources)
    func `every declaration above private has a doc comment`(file: SourceFile) {
        #expect(HouseRules.undocumented(in: file).isEmpty)
    }

    @Test(arguments: sources)
    func `nothing unsafe or unfinished stands in the sources`(file: SourceFile) {
        #expect(HouseRules.forbiddenWords(in: file).isEmpty)
    }

    @Test func `the rules find what they forbid`() {
        let text = """
            /// A reader.
            @frozen
            package struct Reader {
                package let count: Int
                package static func < (left: Reader, right: Reader) -> Bool { false }
                package var description: String { "try! as!" }
                /// Reads.
                package func read() { try! open() } // TODO: more
                package private(set) var place = 0
            }
            package import Bytes
            package enum Forms {}
            """
        let file = SourceFile(
            path: "Sources/Forms/Reader.swift",
            lines: text.split(separator: "\n").map(String.init)
        )
        #expect(HouseRules.undocumented(in: file).map { $0.split(separator: ":")[1] } == ["4", "9", "12"])
        #expect(HouseRules.forbiddenWords(in: file).allSatisfy { $0.contains("Reader.swift:8:") })
        #expect(HouseRules.forbiddenWords(in: file).count == 2)
        #expect(HouseRules.typesNamedAsTheRoom(in: file) == ["Sources/Forms/Reader.swift:12"])
    }
}
