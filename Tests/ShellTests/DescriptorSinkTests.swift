import Foundation
import TestSupport
import Testing

@testable import Shell

struct DescriptorSinkTests {
    @Test func `a report takes the place of a file when it is complete, and not before`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("the report before\n".utf8), to: "report.txt")
        let text = String(repeating: "a line of a report\n", count: 20_000)
        do {
            let sink = try DescriptorSink(replacing: path)
            sink.write(text)
            sink.flush()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "the report before\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count <= 2)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.txt"])
    }

    @Test func `a report in a folder that does not exist is refused`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: CommandFailure.self) {
            _ = try DescriptorSink(replacing: folder.path + "/none/report.txt")
        }
    }
}
