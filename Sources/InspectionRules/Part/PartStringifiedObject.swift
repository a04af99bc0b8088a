import Bytes
import Forms
import Inspection

/// `part/stringified-object`: a value is the text that a program prints for an object, not the object's bytes.
struct PartStringifiedObject: Rule {
    let id = "part/stringified-object"
    let title = "object printed as text"
    let severity = Severity.warning
    let clauses = [Clause.practice("the text is an object's description, not its data")]
    let rationale = """
        JavaScript turns anything but a string or a Blob into text when it is appended to a form; React Native does \
        so where a file object lacks uri, name or type; string interpolation in Swift and Objective-C gives an \
        object's description, as joining an object to a string does in Java and .NET. The server stores the text, such as `[object Object]`, and reports no error.
        """
    let concerns: FormTraits = [.printedValue, .noParts]
    let hint =
        "Append the bytes: a Blob or File, the data itself, or an object with uri, name and type (React Native)."

    var examples: [RuleExample] {
        [
            .violating(RuleExample.field("▸[object File]"), remark: "a File that was made a string"),
            .violating(RuleExample.field("▸undefined"), remark: "a variable without a value"),
            .violating(
                RuleExample.field("▸file:///data/cache/a.jpg"),
                remark: "the address of a file, not the file"
            ),
            .violating(RuleExample.field("▸<61626364 65>"), remark: "a printed NSData"),
            .violating(RuleExample.field("▸Optional(\"a\")"), remark: "a printed Swift optional"),
            .violating(RuleExample.field("▸null"), remark: "a note only: it may be meant"),
            .violating(
                RuleExample.field("▸System.Byte[]"),
                remark: "an array in .NET that was joined to a string"
            ),
            .violating(RuleExample.field("▸[B@1b6d3586"), remark: "an array of bytes in Java"),
            .violating(RuleExample.field("▸b'\\x89PNG\\r\\n'"), remark: "bytes of Python, by str()"),
            .violating(
                RuleExample.field("▸\"\\x89PNG\\r\\n\\x1A\\n\""),
                remark: "bytes of Ruby, by inspect"
            ),
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a.png\"⏎⏎▸1524 bytes⏎--AaB03x--⏎",
                remark: "a Data of Swift in a string"
            ),
            .violating(RuleExample.field("▸1524 bytes"), remark: "a note only: a field may say so"),
            .nearMiss(RuleExample.field("1524 bytes left"), remark: "a text"),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"a.json\"⏎⏎\"C:\\\\xampp\"⏎--AaB03x--⏎",
                remark: "a path in JSON"
            ),
            .violating(
                RuleExample.field("▸{\"type\":\"Buffer\",\"data\":[137,80]}"),
                remark: "a Buffer as JSON"
            ),
            .violating(RuleExample.field("▸C:\\fakepath\\a.png"), remark: "the value of a file input"),
            .violating(RuleExample.field("▸(binary)"), remark: "a request copied from a browser's tools"),
            .violating(
                RuleExample.field("▸< ./a.png"),
                remark: "a line that only editors' HTTP clients know"
            ),
            .nearMiss(RuleExample.field("< 5.0"), remark: "a text"),
            .violating(RuleExample.field("▸{{file}}"), remark: "a note only: it may be a template"),
            .violating("▸[object FormData]", remark: "the form itself was made a string"),
            .violating(RuleExample.field("▸\"brian\""), remark: "a note only: the quotes may be meant"),
            .nearMiss(RuleExample.field("\"a\" and \"b\""), remark: "a text with quotes in it"),
            .nearMiss(RuleExample.field("an [object File] in a text"), remark: "part of a longer text"),
            .nearMiss(RuleExample.field("[object File], say"), remark: "part of a longer text"),
            .nearMiss(RuleExample.field("profile"), remark: "a word"),
            .nearMiss(RuleExample.field("@jane"), remark: "a name"),
            .nearMiss(RuleExample.field("b'word'"), remark: "a word in quotes"),
            .nearMiss(RuleExample.field("{\"type\":\"Point\"}"), remark: "JSON"),
            .nearMiss(RuleExample.field("<dd>"), remark: "a tag, or a printed NSData of a single byte"),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let form = context.form, context.isFormData || !context.isMultipart else { return }
        if form.ending == .noDelimiter {
            guard form.length <= StringifiedValue.limit, let body = form.kept[0..<form.length],
                let value = StringifiedValue(body), !value.mayBeMeant
            else { return }
            report.add(
                self,
                Self.message(value, body, of: "the whole body"),
                at: 0..<form.length,
                hint: Self.hint(for: value, Sender(context.fields))
            )
            return
        }
        var count = 0
        for part in form.parts {
            let opening = part.facts.opening
            guard let value = StringifiedValue(opening, isWhole: part.content.count == opening.count),
                value != .encodedText || !part.isFile
            else { continue }
            report.add(
                self,
                Self.message(value, opening, of: "the value"),
                at: part.content,
                part: part.number,
                severity: value.mayBeMeant && !(value.isNoFile && part.isFile) ? .note : nil,
                hint: Self.hint(for: value, Sender(context.fields))
            )
            count += 1
            if count == 16 { return }
        }
    }

    private static let encodedHint =
        "Send the text without its quotes: use a converter for plain texts (Retrofit: ScalarsConverterFactory), not the "
        + "one for JSON."

    /// How to fix it, where the printed text or its sender allows more specific advice.
    private static func hint(for value: StringifiedValue, _ sender: Sender?) -> String? {
        switch value {
        case .encodedText: encodedHint
        case .printedOptional: optionalHint
        case .printedData, .printedSize: dataHint
        case .localAddress where sender == .apple: fileHint
        case .localPath: pathHint
        case .printedBytes: bytesHint
        case .envelope: envelopeHint
        case .variable: "Fill in the variable: the template was sent as it stands."
        case .printedObject: objectHint
        case .placeholder: placeholderHint
        case .fileReference: referenceHint
        case .object, .undefined, .null, .localAddress: nil
        }
    }

    private static let optionalHint =
        "Unwrap the optional before it is written, `if let value { … }` or `value ?? \"\"`: interpolating an optional "
        + "into a string writes `Optional(…)`."
    private static let dataHint =
        "Append the data itself, `body.append(data)`; for a text decode it first, "
        + "`String(decoding: data, as: UTF8.self)`."
    private static let pathHint =
        "Read the file: `input.files[0]` in a page (`input.value` is a name that browsers make up), `new CURLFile(path)` "
        + "for curl_setopt, `-F` and not `--form-string` with curl."
    private static let bytesHint =
        "Append the bytes as they are (`new Blob([buffer])`, `files={…}`), not what JSON, str() or inspect makes of them; "
        + "decode a text first."
    private static let envelopeHint =
        "Give the bytes in it: `base64ToBinary(…?['$content'])`, or the file's content itself as `body` of an entry of "
        + "`$multipart`."
    private static let objectHint =
        "Write the object's bytes: read the file or the stream, and write what was read (`ReadAllBytes`, "
        + "`readAllBytes()`, `file_get_contents`); joining an object to a string gives its name."
    private static let placeholderHint =
        "Send the file: what a browser shows of a request has `(binary)` in its place, also where it is copied from there."
    private static let referenceHint =
        "Write the reference on a line of its own in a request that the HTTP client of an editor sends; no other program "
        + "reads the file for it."
    private static let fileHint = "Append the file's bytes, `try Data(contentsOf: url)`, not its URL."

    private static func message(_ value: StringifiedValue, _ bytes: ArraySlice<UInt8>, of what: String)
        -> String
    {
        let shown = "\(what) is `\(PrintableText.text(bytes, limit: 60))`: "
        return switch value {
        case .object: shown + "a JavaScript object that was turned into a string"
        case .undefined: shown + "a JavaScript variable without a value"
        case .null: shown + "no value, printed"
        case .localAddress: shown + "the address of a file on the device, not its bytes"
        case .localPath: shown + "the path of a file, not its bytes"
        case .printedBytes: shown + "bytes that were printed as text"
        case .envelope: shown + "the JSON in which Power Automate keeps a file, not its bytes"
        case .variable: shown + "a variable that was not filled in"
        case .printedData: shown + "the description of an NSData, not its bytes"
        case .printedSize: shown + "what Swift prints for a Data, not its bytes"
        case .printedOptional: shown + "a Swift optional that was printed without being unwrapped"
        case .encodedText: shown + "a text that was encoded as JSON, so that the quotes are part of it"
        case .printedObject: shown + "an object that was printed, not its bytes"
        case .placeholder: shown + "what browsers show in place of a file, not its bytes"
        case .fileReference: shown + "a reference of an .http file to a file, not its bytes"
        }
    }
}
