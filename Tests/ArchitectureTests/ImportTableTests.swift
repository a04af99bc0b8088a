import Foundation
import TestSupport
import Testing

struct ImportTableTests {
    @Test(arguments: SourceFile.sources)
    func `a file imports only what its room may import`(file: SourceFile) {
        #expect(ImportTable.violations(of: file).isEmpty)
    }

    @Test(arguments: ImportTable.rows.keys.sorted())
    func `a room imports only rooms above it`(room: String) throws {
        let row = try #require(ImportTable.rows[room])
        #expect(room.hasPrefix("Tool") || row.rooms.allSatisfy { $0 < room })
        #expect(row.rooms.allSatisfy { ImportTable.rows[$0] != nil })
    }

    @Test func `the package that fuzzes leads to the sources of each module that it names`() throws {
        let text = try String(contentsOfFile: Checkout.path("Fuzz/Package.swift"), encoding: .utf8)
        let names = text.matches(of: /(?:module|library)\(\s*"([A-Za-z]+)"/).map { String($0.1) }
        #expect(names.count > 20)
        for name in names {
            #expect(FileManager.default.fileExists(atPath: Checkout.path("Fuzz/Modules/\(name)")), "\(name)")
        }
        let libraries = names.compactMap { ImportTable.rows[$0] }.flatMap(\.foreign)
            .filter { name in
                FileManager.default.fileExists(atPath: Checkout.path("Sources/\(name)/module.modulemap"))
            }
        #expect(libraries.count > 5)
        for library in libraries { #expect(text.contains("\"\(library)\""), "\(library)") }
    }

    @Test func `the table finds what it forbids`() {
        let lines = [
            "package import Forms", "@testable import Bytes", "import struct Foundation.Data", "// import X",
        ]
        let file = SourceFile(path: "Sources/Connections/Gap.swift", lines: lines)
        #expect(file.imports == ["Forms", "Bytes", "Foundation"])
        #expect(ImportTable.violations(of: file) == ["Forms", "Foundation"])
        let heavy = SourceFile(path: "Sources/Shell/Words.swift", lines: ["import Foundation"])
        #expect(ImportTable.violations(of: heavy) == ["Foundation as a whole"])
    }

    @Test func `only the descriptor of the capture sources may call the system`() {
        let lines = ["import Glibc"]
        let reader = SourceFile(path: "Sources/CaptureSources/PcapReader.swift", lines: lines)
        let descriptor = SourceFile(path: "Sources/CaptureSources/FileDescriptor.swift", lines: lines)
        #expect(ImportTable.violations(of: reader) == ["Glibc"])
        #expect(ImportTable.violations(of: descriptor).isEmpty)
    }
}
