import Bytes
import Exchanges
import Forms
import Inspection

/// `part/extension-mismatch`: a file's extension is that of another format than its Content-Type or its
/// content.
struct PartExtensionMismatch: Rule {
    let id = "part/extension-mismatch"
    let title = "filename extension of another format"
    let severity = Severity.note
    let clauses = [Clause.practice("the name, the type and the first bytes of a file should agree")]
    let rationale = """
        Servers decide by the extension, by Content-Type or by the first bytes what a file is, and some refuse files \
        for which the three differ. It often shows that a picture was converted and kept its old name.
        """
    let hint = "Name the file after the format that it is in when it is sent."
    let evidence = Evidence.sample
    let needs = Fidelity.body
    let concerns: FormTraits = .header(.undeclaredExtension)

    var examples: [RuleExample] {
        [
            .violating(
                header:
                    "Content-Disposition: form-data; name=\"f\"; ▸filename=\"x.jpg\"⏎Content-Type: application/pdf",
                content: "%PDF-1.7",
                remark: "a PDF under the name of a picture"
            ),
            .violating(
                header:
                    "Content-Disposition: form-data; name=\"f\"; ▸filename=\"x.png\"⏎Content-Type: application/octet-stream",
                content: "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩",
                remark: "a JPEG named as a PNG"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎Content-Type: application/octet-stream",
                content: "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩",
                remark: "octet-stream says nothing, and the name is right"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.dat\"⏎Content-Type: image/png",
                content: "⟨89⟩PNG⏎⟨1A⟩␊⟨00⟩",
                remark: "an extension that stands for nothing"
            ),
            .nearMiss(
                header:
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.jar\"⏎Content-Type: application/zip",
                content: "PK⟨03⟩⟨04⟩",
                remark: "JAR files are ZIP archives"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence()
        for part in context.formDataParts where part.isFile {
            guard let filename = part.disposition?.filename,
                let named = FileSignature(filename: part.header[filename.value])
            else { continue }
            let declared = part.mediaType.flatMap { FileSignature(mediaType: part.header[$0.type]) }
            // Content that differs from a name and a type which agree has a rule of its own: part/type-mismatch.
            guard declared != named else { continue }
            let actual = FileSignature(part.facts.opening)
            guard let other = actual ?? declared, other != named else { continue }
            found.add(
                Self.message(
                    part.shown(filename.value),
                    named,
                    actual: actual?.name(in: part.facts.opening),
                    declared: declared == actual ? actual?.name(in: part.facts.opening) : declared?.rawValue
                ),
                at: filename.range,
                part: part.number
            )
        }
        found.report(as: self, to: &report)
    }

    private static func message(
        _ filename: String,
        _ named: FileSignature,
        actual: String?,
        declared: String?
    ) -> String {
        let name = "the filename `\(filename)` suggests \(named.rawValue)"
        guard let actual else { return "\(name), Content-Type of \(declared ?? "something else")" }
        return declared == actual
            ? "\(name), Content-Type and content of \(actual)"
            : "\(name), but the content is \(actual)"
    }
}
