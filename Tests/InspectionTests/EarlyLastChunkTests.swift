import Testing

@testable import Inspection
@testable import InspectionRules

/// Bodies in chunks of which an empty one stands before the end of the form.
struct EarlyLastChunkTests {
    private static let form =
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
        + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"

    private static func faults(_ chunks: String) -> [Finding] {
        let example = RuleExample.violatingRequest(RuleExample.upload("Transfer-Encoding: chunked⏎", chunks))
        return (ExampleRequest.context(of: example).map { Inspector.standard.judge($0) } ?? [])
            .filter { $0.severity > .note }
    }

    @Test(arguments: [
        "37⏎\(form.prefix(52))⏎0⏎⏎47⏎\(form.dropFirst(52))⏎0⏎⏎", "0⏎⏎7e⏎\(form)⏎0⏎⏎",
        "72⏎\(form.dropLast(11))⏎0⏎⏎\(form.suffix(11))",
    ])
    func `an empty chunk is the cause of all that follows from it`(_ chunks: String) {
        #expect(Self.faults(chunks).map(\.rule) == ["framing/early-last-chunk"])
    }

    @Test func `bytes after a form in chunks are not to be counted in Content-Length`() throws {
        let faults = Self.faults("7e⏎\(Self.form)⏎0⏎⏎--AaB03x--⏎")
        let found = try #require(faults.first { $0.rule == "framing/bytes-after-body" })
        #expect(!found.hint.contains("Content-Length"))
    }
}
