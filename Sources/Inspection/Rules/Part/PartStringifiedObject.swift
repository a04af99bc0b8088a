import Bytes
import Forms

/// `part/stringified-object`: a value is the text that a program prints for an object, not the object's bytes.
struct PartStringifiedObject: Rule {
    let id = "part/stringified-object"
    let title = "object printed as text"
    let severity = Severity.warning
    let clauses = [Clause.practice("the text is an object's description, not its data")]
    let rationale = """
        JavaScript turns anything but a string or a Blob into text when it is appended to a form; React Native does \
        so where a file object lacks uri, name or type; string interpolation in Swift and Objective-C gives an \
        object's description. The server stores the text, such as `[object Object]`, and reports no error.
        """
    let concerns: FormTraits = [.printedValue, .noParts]
    let hint =
        "Append the bytes: a Blob or File, the data itself, or an object with uri, name and type (React Native)."

    let examples: [RuleExample] = [
        .violating(RuleExample.field("▸[object File]"), remark: "a File that was made a string"),
        .violating(RuleExample.field("▸undefined"), remark: "a variable without a value"),
        .violating(
            RuleExample.field("▸file:///data/cache/a.jpg"),
            remark: "the address of a file, not the file"
        ),
        .violating(RuleExample.field("▸<61626364 65>"), remark: "a printed NSData"),
        .violating(RuleExample.field("▸Optional(\"a\")"), remark: "a printed Swift optional"),
        .violating(RuleExample.field("▸null"), remark: "a note only: it may be meant"),
        .violating("▸[object FormData]", remark: "the form itself was made a string"),
        .violating(RuleExample.field("▸\"brian\""), remark: "a note only: the quotes may be meant"),
        .nearMiss(RuleExample.field("\"a\" and \"b\""), remark: "a text with quotes in it"),
        .nearMiss(RuleExample.field("an [object File] in a text"), remark: "part of a longer text"),
        .nearMiss(RuleExample.field("[object File], say"), remark: "part of a longer text"),
        .nearMiss(RuleExample.field("profile"), remark: "a word"),
        .nearMiss(RuleExample.field("<dd>"), remark: "a tag, or a printed NSData of a single byte"),
    ]

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
            guard part.content.count == opening.count, let value = StringifiedValue(opening),
                value != .encodedText || !part.isFile
            else { continue }
            report.add(
                self,
                Self.message(value, opening, of: "the value"),
                at: part.content,
                part: part.number,
                severity: value.mayBeMeant ? .note : nil,
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
        case .printedData: dataHint
        case .localAddress where sender == .apple: fileHint
        case .object, .undefined, .null, .localAddress, .printedObject: nil
        }
    }

    private static let optionalHint =
        "Unwrap the optional before it is written, `if let value { … }` or `value ?? \"\"`: interpolating an optional "
        + "into a string writes `Optional(…)`."
    private static let dataHint =
        "Append the data itself, `body.append(data)`; for a text decode it first, "
        + "`String(decoding: data, as: UTF8.self)`."
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
        case .printedData: shown + "the description of an NSData, not its bytes"
        case .printedOptional: shown + "a Swift optional that was printed without being unwrapped"
        case .encodedText: shown + "a text that was encoded as JSON, so that the quotes are part of it"
        case .printedObject: shown + "an object that was printed, not its bytes"
        }
    }
}
