import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// Rules are not run on exchanges whose source cannot prove what they need.
struct FidelityTests {
    /// A request with faults of the framing, the length, the line ends, a file's content and the structure.
    private static let faulty = RuleExample.violatingRequest(
        "POST /u HTTP/1.1⏎Host : a⏎Content-Type: \(RuleExample.contentType); charset=utf-8⏎Content-Length: 300⏎⏎"
            + "--AaB03x␊Content-Disposition: form-data; name=\"f\"; filename*=UTF-8''x.png⏎"
            + "Content-Type: image/png⏎⏎⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⏎--AaB03x--⏎"
    )

    private static func rules(_ fidelity: Fidelity) throws -> Set<String> {
        var context = try #require(ExampleRequest.context(of: faulty))
        context.fidelity = fidelity
        if fidelity == .heads { context.form = nil }
        return Set(Inspector.standard.findings(context).map(\.rule))
    }

    @Test func `the wire proves everything`() throws {
        let found = try Self.rules(.wire)
        #expect(
            found.isSuperset(of: [
                "framing/space-before-colon", "length/too-long", "delimiter/lf-after", "part/type-mismatch",
                "disposition/filename-star", "content-type/charset-param",
            ])
        )
        #expect(!found.contains { $0.hasPrefix("capture/") })
    }

    @Test func `a body without its framing proves nothing of that`() throws {
        let found = try Self.rules(.body)
        #expect(!found.contains { $0.hasPrefix("framing/") })
        #expect(found.isSuperset(of: ["capture/reencoded-headers", "length/too-long", "part/type-mismatch"]))
    }

    @Test func `a text proves names and structure`() throws {
        let found = try Self.rules(.text)
        #expect(
            !found.contains { $0.hasPrefix("framing/") || $0.hasPrefix("length/") || $0.hasPrefix("line/") }
        )
        #expect(!found.contains("part/type-mismatch") && !found.contains("delimiter/lf-after"))
        #expect(found.isSuperset(of: ["capture/body-lossy-text", "disposition/filename-star"]))
    }

    @Test(arguments: [(Fidelity.text, false), (.body, true)])
    func `a file is called empty only where its bytes were kept`(fidelity: Fidelity, isSaid: Bool) throws {
        let example = RuleExample.violatingRequest(
            "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 82⏎⏎"
                + "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎⏎--AaB03x--⏎"
        )
        var context = try #require(ExampleRequest.context(of: example))
        context.fidelity = fidelity
        #expect(Inspector.standard.findings(context).contains { $0.rule == "part/empty-file" } == isSaid)
    }

    /// What is found, besides what the source lacks, of a text that breaks off.
    private static func found(_ end: String, declaring isDeclared: Bool, isMasked: Bool = false) -> [String] {
        let text = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1" + end
        let length = RuleExample.bytes(of: text).bytes.count
        var context =
            isDeclared
            ? SentRequest(declaring: length, sending: text).context
            : SentRequest(framing: .h2Data, sending: text).context
        context.fidelity = .text
        context.isMasked = isMasked
        return Inspector.standard.judge(context).filter {
            !$0.rule.hasPrefix("capture/") && $0.rule != "boundary/weak"
        }
        .map { "\($0.severity.rawValue) \($0.rule)" }
    }

    @Test(arguments: [
        ("⏎--AaB0", "error delimiter/truncated-close"), ("⏎--AaB03x-", "error delimiter/truncated-close"),
        ("⏎--AaB03x⏎Content-Dis", "error body/truncated"),
    ])
    func `a text without its end accuses the client only where its length shows that all was kept`(
        end: String,
        fault: String
    ) {
        #expect(Self.found(end, declaring: true) == [fault])
        #expect(Self.found(end, declaring: false) == ["note body/truncated"])
        #expect(Self.found(end, declaring: false, isMasked: true) == [fault])
    }

    @Test func `a text that ends with a line lacks its close delimiter`() {
        #expect(Self.found("⏎", declaring: false) == ["error delimiter/missing-close"])
        #expect(Self.found("", declaring: false) == ["note body/truncated"])
        #expect(Self.found("⏎--AaB03x--⏎", declaring: false).isEmpty)
    }

    @Test func `a head proves only what stands in it`() throws {
        let found = try Self.rules(.heads)
        #expect(found == ["capture/body-absent", "content-type/charset-param", "boundary/weak"])
    }

    @Test func `what could not be judged is said once`() throws {
        for fidelity in Fidelity.allCases {
            var context = try #require(ExampleRequest.context(of: Self.faulty))
            context.fidelity = fidelity
            if fidelity == .heads { context.form = nil }
            let said = Inspector.standard.judge(context).filter { $0.rule.hasPrefix("capture/") }
            #expect(said.count == (fidelity == .wire ? 0 : 1))
            #expect(said.allSatisfy { $0.severity == .note })
        }
    }
}
