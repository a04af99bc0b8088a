import Bytes
import Exchanges
import Inspection

/// `length/pre-compression`: Content-Length is the size of the body before it was compressed.
struct LengthPreCompression: Rule {
    let id = "length/pre-compression"
    let title = "Content-Length from before compression"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.6"), .rfc(9110, "8.4")]
    let rationale = """
        Content-Length counts the content as it is sent, its coding included. A layer that compresses after the length \
        was set leaves the server waiting for bytes that never come.
        """
    let hint = "Set Content-Length after compressing, from the compressed bytes."
    let needs = Fidelity.body
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: ▸207⏎", Self.compressed),
                remark: "207 bytes before gzip, 86 sent"
            ),
            .nearMissRequest(
                RuleExample.upload("Content-Encoding: gzip⏎Content-Length: 86⏎", Self.compressed),
                remark: "the length of the compressed bytes"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let discrepancy = LengthDiscrepancy(context), discrepancy.faults.first?.kind == .uncompressed
        else { return }
        report.add(
            self,
            Self.message(discrepancy, PrintableText.text(context.contentCoding)),
            at: discrepancy.place,
            in: .head
        )
    }

    private static func message(_ discrepancy: LengthDiscrepancy, _ coding: String) -> String {
        discrepancy.statement + ": \(discrepancy.declared) is its size before `\(coding)`"
    }

    /// One field of 139 digits: a body of 207 bytes as 86 bytes of gzip.
    private static let compressed = """
        ⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨FF⟩⟨D3⟩⟨D5⟩⟨75⟩⟨4C⟩⟨74⟩⟨32⟩⟨30⟩⟨AE⟩\
        ⟨E0⟩⟨E5⟩⟨72⟩⟨CE⟩⟨CF⟩⟨2B⟩⟨49⟩⟨CD⟩⟨2B⟩⟨D1⟩⟨75⟩⟨C9⟩⟨2C⟩⟨2E⟩⟨C8⟩⟨2F⟩⟨CE⟩⟨2C⟩\
        ⟨C9⟩⟨CC⟩⟨CF⟩⟨B3⟩⟨52⟩⟨48⟩⟨CB⟩⟨2F⟩⟨CA⟩⟨D5⟩⟨4D⟩⟨49⟩⟨2C⟩⟨49⟩⟨B4⟩⟨56⟩⟨C8⟩⟨4B⟩\
        ⟨CC⟩⟨4D⟩⟨B5⟩⟨55⟩⟨4A⟩⟨54⟩⟨E2⟩⟨E5⟩⟨E2⟩⟨E5⟩⟨32⟩⟨1C⟩⟨3C⟩⟨80⟩⟨97⟩⟨4B⟩⟨17⟩⟨EA⟩\
        ⟨05⟩⟨5D⟩⟨5D⟩⟨5E⟩⟨2E⟩⟨00⟩⟨06⟩⟨2D⟩⟨32⟩⟨DE⟩⟨CF⟩⟨00⟩⟨00⟩⟨00⟩
        """
}
