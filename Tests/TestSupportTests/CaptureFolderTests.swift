import TestSupport
import Testing

struct CaptureFolderTests {
    @Test func `the project has captures of many clients`() {
        let clients = Set(CaptureFolder.captures.map { $0.name.prefix { $0 != "/" } })
        #expect(clients.count >= 15)
        #expect(
            CaptureFolder.captures.allSatisfy {
                $0.keysPath == nil || $0.keysPath?.hasSuffix(".keys") == true
            }
        )
    }

    @Test func `the list of sources names every capture, and no other`() throws {
        let sources = String(
            decoding: try Checkout.bytes(of: Checkout.path("Captures/SOURCES.md")),
            as: UTF8.self
        )
        let listed = sources.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? line.dropFirst(3).split(separator: "`").first.map(String.init) : nil
        }
        #expect(listed.sorted() == CaptureFolder.captures.map(\.name).sorted())
    }

    @Test(arguments: CaptureFolder.captures)
    func `a capture has its truth beside it`(capture: CaptureFile) throws {
        let truth = try capture.truth()
        #expect(!truth.requests.isEmpty)
    }

    @Test(.needs(.captures), arguments: Corpora.captures.files)
    func `every truth of the further captures can be read`(capture: CaptureFile) throws {
        _ = try capture.truth()
    }

    @Test func `a truth's text gives back undecodable bytes, and nothing else`() {
        #expect(Truth.bytes(of: "a\\xff\\x41é\\xf") == Array("a".utf8) + [0xFF] + Array("\\x41é\\xf".utf8))
    }
}
