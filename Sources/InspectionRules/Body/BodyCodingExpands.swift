import Bytes
import Exchanges
import Forms
import Inspection

/// `body/coding-expands`: a coded body expands to many times its size when it is decoded.
struct BodyCodingExpands: Rule {
    let id = "body/coding-expands"
    let title = "coded body expands without measure"
    let severity = Severity.warning
    let clauses = [Clause.rfc(9110, "17.5"), .practice("a small body must not fill a receiver's memory")]
    let rationale = """
        A few kilobytes of compressed zeros can fill the memory of a receiver that decodes them. This is a known \
        attack, so servers that decode requests limit the size. The body expands to more than a hundred times the \
        bytes that were sent, so the rest of it was not decoded.
        """
    let hint = "Send data that compresses this well in smaller pieces, or as a compressed file in a part."
    let evidence = Evidence.head
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload("Content-Encoding: br⏎Content-Length: 53⏎", Self.bomb),
                remark: "32 MiB of zeros as 53 bytes of Brotli"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "no coding"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let decoding = context.decoding, case .expanded(let bytes, let times) = decoding.outcome else {
            return
        }
        report.add(self, Self.message(decoding, bytes, times), at: bytes..<bytes)
    }

    private static func message(_ decoding: ContentDecoding, _ bytes: Int, _ times: Int) -> String {
        "the `\(decoding.name)` data expand to more than \(bytes) bytes, \(times) times what was sent: the rest was "
            + "not decoded"
    }

    private static let bomb = """
        ⟨CB⟩⟨FF⟩⟨FF⟩⟨3F⟩⟨F8⟩⟨27⟩⟨00⟩⟨E2⟩⟨B1⟩⟨40⟩⟨20⟩⟨F7⟩⟨FE⟩⟨8F⟩⟨FF⟩⟨FF⟩⟨7F⟩⟨F0⟩\
        ⟨4F⟩⟨00⟩⟨C4⟩⟨61⟩⟨11⟩⟨80⟩⟨EE⟩⟨FD⟩⟨1F⟩⟨FF⟩⟨FF⟩⟨FF⟩⟨E0⟩⟨9F⟩⟨00⟩⟨88⟩⟨C3⟩⟨02⟩\
        ⟨00⟩⟨DD⟩⟨FB⟩⟨BF⟩⟨FC⟩⟨FF⟩⟨FF⟩⟨C3⟩⟨3F⟩⟨01⟩⟨10⟩⟨87⟩⟨05⟩⟨00⟩⟨BA⟩⟨F7⟩⟨7F⟩
        """
}
