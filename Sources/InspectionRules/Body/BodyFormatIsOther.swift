import Bytes
import Forms
import Inspection

/// `body/format-is-other`: the body is of another format than multipart.
struct BodyFormatIsOther: Rule {
    let id = "body/format-is-other"
    let title = "body is not multipart"
    let severity = Severity.error
    let clauses = [Clause.rfc(9110, "8.3")]
    let rationale = """
        Content-Type declares multipart, but the library encoded the body in another format. No parser finds a \
        delimiter: Go says "multipart: NextPart: EOF", python-multipart "Expected boundary character 45", and \
        busboy refuses the body; PHP, Werkzeug and Django deliver an empty form.
        """
    let hint = """
        Let one place decide: hand the library a form and let it set Content-Type, or set the type of what you send.
        """
    let concerns: FormTraits = .noParts

    var examples: [RuleExample] {
        [
            .violating("▸a=1&z=2", remark: "urlencoded"),
            .violating("▸{\"a\":1}", remark: "JSON"),
            .violating("▸⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⟨10⟩JFIF", remark: "the file by itself"),
            .violating("▸[object FormData]", remark: "the form was made a string"),
            .violating(
                "▸[object FormData]",
                contentType: "text/plain;charset=UTF-8",
                remark: "the type that fetch sets for a string"
            ),
            .violatingRequest(
                "POST /u HTTP/1.1⏎Host: a⏎Content-Type: text/plain;charset=UTF-8⏎User-Agent: node⏎Content-Length: 17⏎⏎"
                    + "▸[object FormData]",
                remark: "a form of the package form-data, given to fetch"
            ),
            .nearMiss(RuleExample.field("{\"a\":1}"), remark: "JSON in a field"),
            .nearMiss("--AaB03x--⏎", remark: "a form without parts"),
            .nearMiss("some text", remark: "no delimiter, and nothing known either"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, form.ending == .noDelimiter, form.length > 0,
            context.isMultipart || form.isStringified
        else { return }
        let opening = form.kept.window(at: 0, before: 0, after: StringifiedValue.limit).bytes
        guard let format = ForeignFormat(opening, isWhole: opening.count == form.length) else { return }
        // Compressed bytes have their own rule.
        if case .file(.gzip) = format { return }
        if case .file(.zstandard) = format { return }
        let hint: String?
        switch format {
        case .stringified(.object) where form.isStringified && Self.isOfNode(context): hint = Self.fetchHint
        case .stringified: hint = Self.stringifiedHint
        default: hint = nil
        }
        report.add(self, Self.message(format, opening), at: 0..<opening.prefix(60).count, hint: hint)
    }

    /// Whether the sender runs outside browsers, where forms of a package are usual: its boundaries begin with 26 dashes.
    private static func isOfNode(_ context: borrowing RuleContext) -> Bool {
        if Sender(context.fields) == .node { return true }
        return context.mediaType?.declaredBoundary.map { $0.prefix { $0 == 0x2D }.count == 26 } ?? false
    }

    private static func message(_ format: ForeignFormat, _ opening: ArraySlice<UInt8>) -> String {
        let shown = "`\(PrintableText.text(opening, limit: 40))`"
        return switch format {
        case .json: "the body is JSON, not multipart: \(shown)"
        case .urlEncoded: "the body is urlencoded, not multipart: \(shown)"
        case .markup: "the body is XML or HTML, not multipart: \(shown)"
        case .dataURL: "the body is a data URL, not multipart: \(shown)"
        case .stringified(.object): "the whole body is \(shown): the form was turned into a string"
        case .stringified: "the whole body is \(shown): a value that was printed, not a form"
        case .file(let signature): "the body is a \(signature.rawValue) file by itself, not multipart"
        }
    }

    private static let fetchHint =
        "Give `fetch` the global FormData, with a Blob for a file (`await fs.openAsBlob(path)`): it makes a string of the "
        + "form of the package form-data, which is sent as `form.getBuffer()` with `form.getHeaders()`."
    private static let stringifiedHint =
        "Hand the form object itself to the HTTP library, without a conversion to text (no String(form), no template)."
}
