import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// What is said of bytes that the capture lacks.
struct StreamGapTests {
    private static func request(headHasGap: Bool) -> SentRequest {
        var request = SentRequest(declaring: 5, sending: "")
        request.headHasGap = headHasGap
        request.completion = .captureEnded
        return request
    }

    @Test func `a head that is not whole is told of where its lines end, and nobody is blamed`() throws {
        let context = Self.request(headHasGap: true).context
        let findings = Inspector.standard.judge(context)
        let finding = try #require(findings.first { $0.rule == "capture/stream-gap" })
        #expect(finding.place == .head)
        #expect(finding.range == context.fields.range.upperBound..<context.fields.range.upperBound)
        #expect(findings.allSatisfy { $0.severity == .note })
    }

    @Test func `a body of which the capture has no byte is told of at its beginning`() throws {
        let findings = Inspector.standard.judge(Self.request(headHasGap: false).context)
        let finding = try #require(findings.first { $0.rule == "capture/stream-gap" })
        #expect(finding.place == .body)
        #expect(finding.range == 0..<0)
        #expect(findings.allSatisfy { $0.severity == .note })
    }
}
