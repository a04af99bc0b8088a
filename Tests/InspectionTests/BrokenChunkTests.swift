import Testing

@testable import Inspection
@testable import InspectionRules

/// Forms in chunks of which the sizes are wrong, and forms that are coded as a transfer.
struct BrokenChunkTests {
    private static let body =
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x⏎"
        + "Content-Disposition: form-data; name=\"z\"⏎⏎2⏎--AaB03x--⏎"

    private static func judge(_ fields: String, _ body: String) -> [Finding] {
        let example = RuleExample.violatingRequest(RuleExample.upload(fields, body))
        return ExampleRequest.context(of: example).map { Inspector.standard.judge($0) } ?? []
    }

    /// A form in chunks of 53 and 73 bytes, with these lines for their sizes: the blank line of the first part is cut
    /// between CR and LF.
    private static func chunks(_ sizes: String, of body: String = body) -> [Finding] {
        let size = sizes.split(separator: " ")
        let text = "\(size[0])⏎\(body.prefix(50))␍⏎\(size[1])⏎␊\(body.dropFirst(51))⏎0⏎⏎"
        return judge("Transfer-Encoding: chunked⏎", text)
    }

    @Test(arguments: [
        ("34 49", "framing/chunk-data-length"), ("38 49", "framing/chunk-data-length"),
        ("53 73", "framing/chunk-data-length"), ("0x35 0x49", "framing/chunk-size-invalid"),
        ("32 49", "framing/chunk-size-invalid"),
        ("1000 1000", "framing/chunk-data-length"),
    ])
    func `lines of chunks that stand among the form's bytes are no faults of the form`(
        _ sizes: String,
        _ cause: String
    ) {
        let found = Self.chunks(sizes).filter { $0.severity > .note }
        #expect(found.map(\.rule) == [cause])
    }

    @Test func `chunks of which the sizes are right hide nothing`() {
        #expect(Self.chunks("35 49").allSatisfy { $0.severity == .note })
        let faulty = Self.body.replacing("form-data; name=\"z\"", with: "form-data; name=z z")
        #expect(Self.chunks("35 49", of: faulty).contains { $0.rule == "disposition/unquoted-illegal" })
    }

    @Test func `a form that was never cut into chunks is judged beside its Transfer-Encoding`() {
        let faulty = Self.body.replacing("form-data; name=\"z\"", with: "form-data; name=z z")
        let found = Self.judge("Transfer-Encoding: chunked⏎", faulty).filter { $0.severity > .note }
        #expect(Set(found.map(\.rule)) == ["framing/chunk-size-invalid", "disposition/unquoted-illegal"])
    }

    @Test func `a body that is compressed as a transfer coding does not lack what says so`() throws {
        let found = Self.judge(
            "Transfer-Encoding: gzip, chunked⏎",
            "8⏎⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⏎0⏎⏎"
        )
        let finding = try #require(found.first { $0.rule == "body/encoded-but-undeclared" })
        #expect(finding.message.contains("`Transfer-Encoding: gzip, chunked`"), "\(finding.message)")
    }
}
