import Bytes
import Exchanges
import Forms

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

    let examples: [RuleExample] = [
        .violating("▸⟨1F⟩⟨8B⟩⟨08⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩⟨00⟩", remark: "gzip"),
        .violating("▸⟨28⟩⟨B5⟩⟨2F⟩⟨FD⟩⟨04⟩⟨00⟩", remark: "Zstandard"),
        .nearMiss(
            "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x.gz\"⏎⏎⟨1F⟩⟨8B⟩⟨08⟩⏎--AaB03x--⏎",
            remark: "a compressed file in a part"
        ),
    ]

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard context.isMultipart, let form = context.form, form.ending == .noDelimiter, form.length > 0,
            // Where a declared coding could not be decoded, the body is as it was sent.
            context.contentCoding.isEmpty || form.length != context.request?.content.bodyLength,
            // A field that the source does not have may have said so.
            context.request?.head.isWhole != false,
            let signature = FileSignature(form.kept.window(at: 0, before: 0, after: 16).bytes),
            signature == .gzip || signature == .zstandard
        else { return }
        if context.contentCoding.isEmpty, let codings = Self.transferCodings(context) {
            report.add(
                self,
                Self.transferred(signature, codings),
                at: 0..<min(4, form.length),
                hint: Self.transferredHint
            )
            return
        }
        report.add(
            self,
            Self.message(signature, PrintableText.text(context.contentCoding)),
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

    private static func transferred(_ signature: FileSignature, _ codings: String) -> String {
        "the body is compressed (\(signature.rawValue)) as a transfer, under `Transfer-Encoding: \(codings)`, and not "
            + "as a content under Content-Encoding"
    }

    private static let transferredHint =
        "Send the form as it is, or compress it under Content-Encoding where the server is known to decode that."

    private static func message(_ signature: FileSignature, _ coding: String) -> String {
        coding.isEmpty
            ? "the body is compressed (\(signature.rawValue)), and no Content-Encoding says so"
            : "under `\(coding)` the body is compressed once more (\(signature.rawValue)), which nothing says"
    }
}
