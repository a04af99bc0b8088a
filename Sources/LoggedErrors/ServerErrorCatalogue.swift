/// The error texts that servers are known to write, once.
package enum ServerErrorCatalogue {
    /// All entries.
    package static let all: [ServerError] =
        node + nodeReaders + java + spring + dotNet + python + pythonReaders + php + ruby + go + rust
        + gateways + services + multiparty

    /// Where to look for what gives a conforming request another Content-Type.
    static let retyped = "Look for a proxy or a test client that rewrites Content-Type."

    /// Where to look for what changes the body of a conforming request.
    static let changed = "Look for code that changes the body on its way to the application."

    /// Rules that report a broken end of a form: the length before what it cuts off.
    static let brokenEnd = [
        "length/too-long", "body/truncated", "delimiter/missing-close", "length/short-by-close-delimiter",
        "length/characters-not-bytes", "length/short-by-line-count", "length/graphemes-crlf",
        "length/equals-file-size", "length/piece-not-counted", "length/off-by-2", "length/off-by-1",
        "length/too-short",
        "delimiter/missing-crlf-before-close", "delimiter/truncated-close", "delimiter/malformed-close",
        "delimiter/lf-before", "delimiter/cr-before", "delimiter/leading-whitespace",
        "delimiter/extra-dashes",
        "boundary/lookalike-delimiter",
    ]

    /// Faults that keep a receiver from finding the delimiter that Content-Type announces.
    static let otherBoundary = [
        "boundary/mismatch", "boundary/new-each-time", "boundary/header-includes-dashes",
        "boundary/body-extra-dashes",
        "boundary/body-missing-dashes", "boundary/case-mismatch", "boundary/duplicate-parameter",
        "boundary/quoted-pair", "delimiter/none-found", "body/format-is-other", "body/empty",
        "line/utf16-body",
    ]

    /// Faults that keep a receiver from finding the boundary in Content-Type.
    static let lostBoundary = [
        "content-type/boundary-overwritten", "content-type/missing-semicolon", "boundary/empty",
        "content-type/duplicate-header", "content-type/comma-separator", "content-type/rfc2231-parameter",
        "content-type/whitespace-around-equals",
    ]

    /// Faults that give a form another Content-Type.
    static let otherType = [
        "content-type/wrong-type", "content-type/missing", "content-type/comma-separator",
        "content-type/missing-semicolon", "content-type/mixed-instead-of-form-data",
    ]

    /// Faults of a page by which browsers send a file's name in place of the file, or nothing.
    static let otherPage = [
        "form/file-not-multipart", "form/file-with-get", "form/file-without-name", "form/file-disabled",
        "form/file-outside",
    ]

    /// Faults that put something else among the header lines of a part.
    static let badHeader = [
        "line/missing-blank-line", "line/lf-in-part-headers", "line/blank-line-before-headers",
        "disposition/raw-crlf", "disposition/raw-lf-or-cr", "part-header/none", "part-header/no-colon",
        "part-header/empty-name", "part-header/leading-whitespace", "part-header/invalid-name-char",
        "part-header/fold-invalid-whitespace", "part-header/nul", "part-header/control-char",
        "disposition/filename-nul", "line/cr-cr-lf", "line/bare-cr-in-header", "delimiter/inside-headers",
        "delimiter/consecutive", "boundary/occurs-in-content", "line/bare-lf-everywhere",
    ]

    /// Faults by which a part has no disposition that can be read.
    static let noDisposition = [
        "part-header/missing-content-disposition", "part-header/none", "line/blank-line-before-headers",
    ]

    /// Faults by which a field does not come under the name that the server asks for.
    static let otherName =
        [
            "contract/field-missing", "disposition/missing-name", "disposition/empty-name",
            "disposition/unquoted-illegal", "disposition/raw-quote", "disposition/single-quoted",
            "disposition/percent-encoded-name", "disposition/mojibake", "disposition/type-not-form-data",
            "delimiter/part-after-close", "part/header-in-content", "boundary/lookalike-delimiter",
            "part/nested-multipart", "disposition/space-around-equals", "disposition/name-non-ascii",
        ] + otherBoundary + otherType + lostBoundary + ["line/bare-lf-everywhere", "semantics/body-on-get"]

    /// Faults by which a file is read as a field.
    static let notAFile =
        [
            "part/binary-without-filename", "part/stringified-object", "disposition/filename-star",
            "disposition/unquoted-illegal", "disposition/missing-semicolon", "disposition/empty-filename",
            "contract/field-kind", "content-type/wrong-type",
        ] + otherPage

    /// What makes a request or a file larger than the user knows it to be.
    static let tooLarge = [
        "limits/body-size", "contract/length", "part-header/cte-encoded", "part/data-uri-or-base64-file",
    ]

    /// What makes more parts than the user knows of.
    static let tooMany = [
        "limits/part-count", "contract/field-count", "part/duplicate-content", "boundary/occurs-in-content",
    ]

    /// Faults by which a part swallows those after it.
    static let swallowed = [
        "delimiter/missing-crlf-before", "boundary/lookalike-delimiter", "part/header-in-content",
    ]

    /// Faults by which a file arrives as something else, or damaged.
    static let otherContent = [
        "part/type-mismatch", "part/extension-mismatch", "contract/magic", "part/data-uri-or-base64-file",
        "part/stringified-object", "part-header/cte-encoded", "line/missing-blank-line",
        "line/blank-line-before-headers",
        "part/text-type-binary-content", "delimiter/lf-before", "delimiter/missing-crlf-before",
        "part/header-in-content", "part/empty-file", "body/truncated",
    ]
}
