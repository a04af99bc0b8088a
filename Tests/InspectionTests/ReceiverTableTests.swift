import Testing

@testable import Inspection

/// The table of what receivers did with bodies is read whole.
struct ReceiverTableTests {
    @Test(arguments: [
        "delimiter/padding dl-lwsp-pad ✗✗==≠≠===", "delimiter/padding dl-lwsp-pad ✗✗==≠≠====x",
        "delimiter/padding dl-lwsp-pad ✗✗==≠≠===?", "delimiter/padding ✗✗==≠≠====",
        "delimiter/padding dl-lwsp-pad ✗✗==≠≠====\n  modsecurity",
        "a/b c ==========\n  modsecurty DATA_AFTER",
    ])
    func `an entry that is not written as it should be is not read`(_ entry: String) {
        let entries = ReceiverTestCase.entries(of: entry)
        #expect(entries.count == 1)
        #expect(entries.compactMap { ReceiverTestCase(parsing: $0) }.isEmpty)
    }

    @Test func `a table with such an entry stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = ReceiverTestCase.table("delimiter/padding a ========\ndelimiter/padding b =====")
        }
    }

    @Test func `every entry of the tables is there`() {
        let texts = [ReceiverTestCase.headText, ReceiverTestCase.linesText, ReceiverTestCase.partsText]
        let entries = texts.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix(" ") }
        #expect(ReceiverTestCase.all.map { "\($0.rule) \($0.name)" } == entries.map(Self.key))
    }

    private static func key(_ entry: Substring) -> String {
        entry.split(separator: " ").prefix(2).joined(separator: " ")
    }
}
