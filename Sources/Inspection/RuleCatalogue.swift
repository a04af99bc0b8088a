/// Every rule, once, in the order of groups and names in which they are listed.
package enum RuleCatalogue {
    /// All rules.
    package static let all: [any Rule] =
        contentType + boundary + delimiter + line + partHeader + disposition + part + body + length + framing
        + capture

    /// The rule with an id, `nil` where there is none.
    package static func rule(_ id: String) -> (any Rule)? {
        all.first { $0.id == id }
    }

    private static let contentType: [any Rule] = []

    private static let boundary: [any Rule] = [
        BoundaryTooLong()
    ]

    private static let delimiter: [any Rule] = [
        DelimiterNoneFound(),
        DelimiterMissingClose(),
        DelimiterTruncatedClose(),
        DelimiterMalformedClose(),
        DelimiterMissingCRLFBefore(),
        DelimiterMissingCRLFBeforeClose(),
        DelimiterLFBefore(),
        DelimiterCRBefore(),
        DelimiterLFAfter(),
        DelimiterNoLineBreakAfter(),
        DelimiterPadding(),
        DelimiterJunkAfterClose(),
        DelimiterJunkAfter(),
        DelimiterLeadingWhitespace(),
        DelimiterPartAfterClose(),
        DelimiterDuplicateClose(),
        DelimiterConsecutive(),
        DelimiterEmptyBodyWithoutCRLF(),
        DelimiterInsideHeaders(),
        DelimiterZeroParts(),
        DelimiterPreamble(),
        DelimiterLeadingCRLF(),
        DelimiterFirstNotAtLineStart(),
        DelimiterEpilogue(),
        DelimiterExtraTrailingCRLF(),
        DelimiterNoFinalCRLF(),
        DelimiterLFAfterClose(),
    ]

    private static let line: [any Rule] = [
        LineBareLFEverywhere(),
        LineBareCREverywhere(),
        LineMixed(),
        LineLFInPartHeaders(),
        LineCRCRLF(),
        LineBareCRInHeader(),
        LineMissingBlankLine(),
        LineBlankLineBeforeHeaders(),
        LineContentStartsWithCRLF(),
        LineContentEndsWithCRLF(),
        LineTextValueLoneLF(),
        LineLeadingBOM(),
        LineUTF16Body(),
    ]

    private static let partHeader: [any Rule] = []

    private static let disposition: [any Rule] = []

    private static let part: [any Rule] = []

    private static let body: [any Rule] = []

    private static let length: [any Rule] = []

    private static let framing: [any Rule] = []

    private static let capture: [any Rule] = []
}
