import Bytes
import Forms
import Inspection

/// Maps each rule to the traits that it is about, so that a finding is attached to the difference that it
/// explains.
enum RuleAspects {
    /// The traits that a rule may be about; empty where it is about none.
    static func traits(of rule: String) -> [Trait.Key] { table[rule] ?? [] }

    /// The rules in the table.
    static var rules: [String] { table.keys.sorted() }

    private static let table: [String: [Trait.Key]] = {
        var table: [String: [Trait.Key]] = [:]
        for (area, name, rules) in rows {
            for rule in rules.split(separator: " ") {
                table[String(rule), default: []].append(Trait.Key(area: area, name: name))
            }
        }
        return table
    }()

    private static let rows: [(Difference.Area, String, String)] = head + body + parts

    private static let head: [(Difference.Area, String, String)] = [
        (.requestLine, "method", "semantics/body-on-get semantics/put-form contract/method"),
        (.requestLine, "target", "contract/url"),
        (.head, "field host", "framing/host"),
        (
            .head, "field expect",
            "semantics/expect-without-body semantics/expect-unknown semantics/expect-http10 semantics/expect-stall"
        ),
        (
            .head, "field content-encoding",
            "body/content-encoded body/coding-damaged body/coding-expands body/declared-but-not-encoded"
        ),
        (
            .head, "field content-type",
            """
            content-type/missing content-type/wrong-type content-type/mixed-instead-of-form-data \
            content-type/boundary-overwritten content-type/missing-semicolon content-type/comma-separator \
            content-type/empty-parameter content-type/whitespace-around-equals content-type/charset-param \
            content-type/type-case content-type/duplicate-header content-type/rfc2231-parameter \
            content-type/obs-fold content-type/control-or-nonascii boundary/parameter-name-case \
            boundary/duplicate-parameter
            """
        ),
        (.head, "lines end in", "framing/bare-lf-header"),
        (
            .framing, "end of the body",
            "framing/chunked-upload framing/te-identity framing/te-in-http10 length/missing length/with-transfer-encoding"
        ),
        (
            .framing, "Content-Length",
            """
            length/too-short length/too-long length/short-by-close-delimiter length/off-by-1 length/off-by-2 \
            length/short-by-line-count length/characters-not-bytes length/graphemes-crlf length/pre-compression \
            length/equals-file-size length/invalid-syntax length/overflow length/zero-with-body length/h2-mismatch \
            length/duplicate-different
            """
        ),
        (.framing, "bytes after the body", "framing/bytes-after-body"),
        (.boundary, "length", "boundary/too-long boundary/empty limits/boundary-length-receiver"),
        (
            .boundary, "characters",
            "boundary/illegal-char boundary/inner-space boundary/trailing-space boundary/weak boundary/unusual-chars"
        ),
        (
            .boundary, "quoting",
            """
            boundary/quoted boundary/unterminated-quote boundary/single-quoted boundary/quoted-pair \
            boundary/needs-quoting
            """
        ),
    ]

    private static let body: [(Difference.Area, String, String)] = [
        (
            .body, "before the first delimiter",
            "delimiter/preamble delimiter/leading-crlf delimiter/first-not-at-line-start line/leading-bom"
        ),
        (
            .body, "lines end in",
            """
            delimiter/lf-after delimiter/lf-before delimiter/cr-before line/bare-lf-everywhere \
            line/bare-cr-everywhere line/mixed line/cr-cr-lf line/lf-in-part-headers
            """
        ),
        (
            .body, "on the line before a delimiter",
            """
            delimiter/missing-crlf-before delimiter/missing-crlf-before-close delimiter/leading-whitespace \
            delimiter/consecutive delimiter/inside-headers
            """
        ),
        (.body, "blanks after delimiters", "delimiter/padding"),
        (
            .body, "close delimiter",
            "delimiter/missing-close delimiter/truncated-close delimiter/malformed-close body/truncated"
        ),
        (
            .body, "after the close delimiter",
            """
            delimiter/epilogue delimiter/extra-trailing-crlf delimiter/no-final-crlf delimiter/lf-after-close \
            delimiter/junk-after-close delimiter/part-after-close delimiter/duplicate-close
            """
        ),
        (.body, "order of parts", "part/order-files-before-fields contract/field-order"),
    ]

    private static let parts: [(Difference.Area, String, String)] = [
        (
            .part, "presence",
            "contract/field-missing contract/field-extra contract/field-count disposition/duplicate-field-name"
        ),
        (.part, "letters of field names", "part-header/name-case"),
        (.part, "between name and value", "part-header/space-before-colon"),
        (
            .part, "field content-length",
            "part-header/content-length-present part-header/content-length-wrong"
        ),
        (
            .part, "field content-transfer-encoding",
            "part-header/content-transfer-encoding part-header/cte-encoded part-header/cte-unknown"
        ),
        (
            .part, "field content-type",
            """
            part-header/file-without-content-type part-header/content-type-malformed part-header/charset-unknown \
            part/type-mismatch part/extension-mismatch part/text-type-binary-content contract/content-type \
            part-header/empty-value
            """
        ),
        (.part, "disposition type", "disposition/type-not-form-data disposition/type-case"),
        (.part, "letters of parameter names", "disposition/parameter-case"),
        (
            .part, "between parameters",
            """
            disposition/missing-semicolon disposition/trailing-semicolon disposition/space-around-equals \
            disposition/malformed-parameter
            """
        ),
        (.part, "filename*", "disposition/filename-star disposition/unknown-param"),
        (.part, "name*", "disposition/name-star"),
        (.part, "quoting of name", quoting),
        (.part, "quoting of filename", quoting),
        (.part, "name", "disposition/missing-name disposition/empty-name \(labels)"),
        (
            .part, "filename",
            """
            disposition/filename-path disposition/filename-nul disposition/filename-not-utf8 \
            disposition/empty-filename disposition/filename-too-long part/binary-without-filename \
            contract/filename contract/field-kind \(labels)
            """
        ),
        (
            .content, "bytes",
            """
            part/nul-in-field part/stringified-object part/data-uri-or-base64-file part/empty-file \
            part/text-not-utf8 part/header-in-content line/content-starts-with-crlf line/content-ends-with-crlf \
            line/text-value-lone-lf boundary/occurs-in-content boundary/prefix-in-content \
            boundary/midline-in-content boundary/lf-line-in-content contract/value contract/length contract/magic
            """
        ),
    ]

    private static let quoting = """
        disposition/unquoted-value disposition/unquoted-illegal disposition/single-quoted \
        disposition/unterminated-quote
        """

    /// The traits of rules that apply to names as well as filenames.
    private static let labels = """
        disposition/name-not-utf8 disposition/name-non-ascii disposition/rfc2047-encoded-word \
        disposition/raw-crlf disposition/raw-lf-or-cr disposition/raw-quote disposition/backslash-escape \
        disposition/backslash-before-closing-quote disposition/percent-ambiguous disposition/percent-encoded-name \
        disposition/html-charref disposition/mojibake disposition/junk-after-value disposition/bidi-or-invisible \
        disposition/unterminated-quote part-header/non-ascii-name compat/quoted-or-percent-filenames whatwg/escaping
        """

    /// Whether a finding about labels is about a parameter: it lies in the parameter's value.
    static func isAbout(_ parameter: String, _ finding: Finding, _ part: BodyPart) -> Bool {
        guard let label = IntendedLabel(part), let disposition = part.disposition else { return false }
        return disposition.value.parameters.contains { other in
            let place = label.place(of: other)
            return part.header[other.name].elementsEqual(parameter.utf8)
                && other.range.lowerBound <= finding.range.lowerBound
                && finding.range.lowerBound <= max(place.upperBound, other.range.upperBound)
        }
    }
}
