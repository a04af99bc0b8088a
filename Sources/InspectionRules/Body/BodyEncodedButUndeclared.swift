import Bytes
import Exchanges
import Forms
import Inspection

/// `body/encoded-but-undeclared`: the body is compressed and no Content-Encoding says so.
struct BodyEncodedButUndeclared: Rule {
    let id = "body/encoded-but-undeclared"
    let title = "compressed body without Content-Encoding"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.4")]
    let rationale = """
        A sender that codes the content must name the codings. Otherwise the receiver looks for a delimiter in \
        compressed bytes and finds none. Either two layers compressed the body, or one of them removed \
        Content-Encoding.
        """
    let hint = "Send the form as it is, or name every coding in Content-Encoding in the order of application."
    let needs = Fidelity.body
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating("▸⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩", remark: "gzip"),
            .violating("▸⟨28⟩⟨B5⟩⟨2F⟩⟨FD⟩⟨04⟩⟨00⟩", remark: "Zstandard"),
            .violating("▸x⟨9C⟩⟨03⟩⟨00⟩⟨00⟩", remark: "zlib"),
            .violating(
                "▸⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⏎--AaB03x--⏎⟨00⟩",
                remark: "gzip that did not shorten it: the close delimiter stands in it"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.gz\"⏎⏎⟨1F⟩⟨8B⟩⟨08⟩⏎--AaB03x--⏎",
                remark: "a compressed file in a part"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        // What does not get shorter is stored as it is, the close delimiter in it too.
        guard context.isMultipart, let form = context.form, form.partCount == 0, form.length > 0,
            // Where a declared coding could not be decoded, the body is as it was sent.
            context.contentCoding.isEmpty || form.length != context.request?.content.bodyLength,
            // A field that the source does not have may have said so.
            context.request?.head.isWhole != false,
            let coding = Self.coding(of: form.kept.window(at: 0, before: 0, after: 16).bytes)
        else { return }
        if context.contentCoding.isEmpty, let codings = Self.transferCodings(context) {
            report.add(
                self,
                Self.transferred(coding, codings),
                at: 0..<min(4, form.length),
                hint: Self.transferredHint
            )
            return
        }
        report.add(
            self,
            Self.message(coding, PrintableText.text(context.contentCoding)),
            at: 0..<min(4, form.length)
        )
    }

    /// The transfer codings, where one of them compresses; `nil` otherwise.
    private static func transferCodings(_ context: borrowing RuleContext) -> String? {
        guard let codings = TransferCodings(context) else { return nil }
        let names = codings.all.map { context.fields[$0.name] }
        let isCompressed = names.contains { $0.equalsIgnoringCase("gzip") || $0.equalsIgnoringCase("x-gzip") }
        return isCompressed ? names.map { PrintableText.text($0) }.joined(separator: ", ") : nil
    }

    /// The coding that a body begins as; `nil` where it begins as none.
    private static func coding(of opening: ArraySlice<UInt8>) -> String? {
        let signature = FileSignature(opening)
        if let signature, signature == .gzip || signature == .zstandard { return signature.rawValue }
        // The first two bytes of the zlib format are a multiple of 31 (RFC 1950 §2.2).
        guard opening.count > 2, opening.first == 0x78, let flags = opening.dropFirst().first else {
            return nil
        }
        return (0x7800 + Int(flags)) % 31 == 0 ? "zlib" : nil
    }

    private static func transferred(_ coding: String, _ codings: String) -> String {
        "the body is compressed (\(coding)) as a transfer, under `Transfer-Encoding: \(codings)`, and not "
            + "as a content under Content-Encoding"
    }

    private static let transferredHint =
        "Send the form as it is, or compress it under Content-Encoding where the server is known to decode that."

    private static func message(_ found: String, _ declared: String) -> String {
        declared.isEmpty
            ? "the body is compressed (\(found)), and no Content-Encoding says so"
            : "under `\(declared)` the body is compressed once more (\(found)), which nothing says"
    }
}
