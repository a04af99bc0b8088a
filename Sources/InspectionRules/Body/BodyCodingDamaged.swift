import Bytes
import Exchanges
import Forms
import Inspection

/// `body/coding-damaged`: a coded body cannot be decoded to its end.
struct BodyCodingDamaged: Rule {
    let id = "body/coding-damaged"
    let title = "coded body cannot be decoded"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.4")]
    let rationale = """
        A receiver that decodes the body stops here: it answers 400, or takes what was decoded so far for the whole \
        form. Either the bytes were changed in transit, or the compressor was never closed, or Content-Encoding \
        names a coding other than the one that was applied.
        """
    let hint = """
        Close the compressor before the body ends, send its bytes unchanged, and name in Content-Encoding \
        what was applied.
        """
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 84⏎", Self.damaged),
                remark: "eight bytes were overwritten"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 54⏎", Self.start),
                remark: "the end of the compressed data is not there"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 84⏎", Self.start + Self.end),
                remark: "the data are whole"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 84⏎", Self.start),
                remark: "the client closed the connection: the body is not whole to begin with"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let decoding = context.decoding else { return }
        let message: String
        switch decoding.outcome {
        case .damaged(let coding, let offset, let reason):
            message = Self.damaged(coding, offset, reason, decoding)
        case .cutOff:
            guard context.request?.content.completion == .complete, context.request?.content.missingBytes == 0
            else { return }
            message = Self.cutOff(decoding)
        case .complete, .plain, .unsupported, .expanded, .captureLimit: return
        }
        let end = context.form?.length ?? 0
        report.add(self, message, at: end..<end)
    }

    private static func damaged(
        _ coding: String,
        _ offset: Int,
        _ reason: String,
        _ decoding: ContentDecoding
    ) -> String {
        "the `\(coding)` data are damaged at their byte \(offset) (\(reason)), after "
            + amount(decoding.decodedLength)
    }

    private static func cutOff(_ decoding: ContentDecoding) -> String {
        "the `\(decoding.name)` data end after \(decoding.encodedLength) bytes without their end mark, after "
            + amount(decoding.decodedLength)
    }

    private static func amount(_ decoded: Int) -> String {
        "\(decoded) byte\(decoded == 1 ? "" : "s") of the decoded body"
    }

    private static let start = """
        ⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨02⟩⟨FF⟩⟨D3⟩⟨D5⟩⟨75⟩⟨4C⟩⟨74⟩⟨32⟩⟨30⟩⟨AE⟩\
        ⟨E0⟩⟨E5⟩⟨72⟩⟨CE⟩⟨CF⟩⟨2B⟩⟨49⟩⟨CD⟩⟨2B⟩⟨D1⟩⟨75⟩⟨C9⟩⟨2C⟩⟨2E⟩⟨C8⟩⟨2F⟩⟨CE⟩⟨2C⟩\
        ⟨C9⟩⟨CC⟩⟨CF⟩⟨B3⟩⟨52⟩⟨48⟩⟨CB⟩⟨2F⟩⟨CA⟩⟨D5⟩⟨4D⟩⟨49⟩⟨2C⟩⟨49⟩⟨B4⟩⟨56⟩⟨C8⟩⟨4B⟩
        """
    private static let end = """
        ⟨CC⟩⟨4D⟩⟨B5⟩⟨55⟩⟨4A⟩⟨54⟩⟨E2⟩⟨E5⟩⟨E2⟩⟨E5⟩⟨32⟩⟨E4⟩⟨E5⟩⟨D2⟩⟨85⟩⟨6A⟩⟨D4⟩⟨D5⟩\
        ⟨E5⟩⟨E5⟩⟨02⟩⟨00⟩⟨75⟩⟨57⟩⟨D9⟩⟨CA⟩⟨45⟩⟨00⟩⟨00⟩⟨00⟩
        """
    private static let damaged = """
        ⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨02⟩⟨FF⟩⟨D3⟩⟨D5⟩⟨75⟩⟨4C⟩⟨74⟩⟨32⟩⟨30⟩⟨AE⟩\
        ⟨E0⟩⟨E5⟩⟨72⟩⟨CE⟩⟨CF⟩⟨2B⟩⟨49⟩⟨CD⟩⟨2B⟩⟨D1⟩⟨75⟩⟨C9⟩⟨2C⟩⟨2E⟩⟨C8⟩⟨2F⟩⟨CE⟩⟨2C⟩\
        ⟨C9⟩⟨CC⟩⟨CF⟩⟨B3⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨2C⟩⟨49⟩⟨B4⟩⟨56⟩⟨C8⟩⟨4B⟩\
        ⟨CC⟩⟨4D⟩⟨B5⟩⟨55⟩⟨4A⟩⟨54⟩⟨E2⟩⟨E5⟩⟨E2⟩⟨E5⟩⟨32⟩⟨E4⟩⟨E5⟩⟨D2⟩⟨85⟩⟨6A⟩⟨D4⟩⟨D5⟩\
        ⟨E5⟩⟨E5⟩⟨02⟩⟨00⟩⟨75⟩⟨57⟩⟨D9⟩⟨CA⟩⟨45⟩⟨00⟩⟨00⟩⟨00⟩
        """
}
