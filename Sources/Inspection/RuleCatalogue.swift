/// Every rule, once, in the order of groups and names in which they are listed.
package enum RuleCatalogue {
    /// All rules.
    package static let all: [any Rule] = standard + whatwg

    /// The rules that every form is judged by.
    package static let standard: [any Rule] =
        contentType + boundary + delimiter + line + partHeader + disposition + part + body + length + framing
        + semantics + limits + compat + capture

    /// The rule with an id, `nil` where there is none.
    package static func rule(_ id: String) -> (any Rule)? { byID[id] }

    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    private static let contentType: [any Rule] = [
        ContentTypeMissing(),
        ContentTypeWrongType(),
        ContentTypeMixedInsteadOfFormData(),
        ContentTypeBoundaryOverwritten(),
        ContentTypeMissingSemicolon(),
        ContentTypeCommaSeparator(),
        ContentTypeEmptyParameter(),
        ContentTypeWhitespaceAroundEquals(),
        ContentTypeCharsetParam(),
        ContentTypeTypeCase(),
        ContentTypeDuplicateHeader(),
        ContentTypeRFC2231Parameter(),
        ContentTypeObsFold(),
        ContentTypeControlOrNonASCII(),
    ]

    private static let boundary: [any Rule] = [
        BoundaryEmpty(),
        BoundaryTooLong(),
        BoundaryIllegalCharacter(),
        BoundaryTrailingSpace(),
        BoundaryInnerSpace(),
        BoundaryEndsInCR(),
        BoundaryNeedsQuoting(),
        BoundaryQuoted(),
        BoundaryUnterminatedQuote(),
        BoundarySingleQuoted(),
        BoundaryQuotedPair(),
        BoundaryDuplicateParameter(),
        BoundaryParameterNameCase(),
        BoundaryContainsBoundaryEquals(),
        BoundaryWeak(),
        BoundaryUnusualCharacters(),
        BoundaryMismatch(),
        BoundaryNewEachTime(),
        BoundaryHeaderIncludesDashes(),
        BoundaryBodyMissingDashes(),
        BoundaryBodyExtraDashes(),
        BoundaryCaseMismatch(),
        BoundaryLookalikeDelimiter(),
        BoundaryOccursInContent(),
        BoundaryPrefixInContent(),
        BoundaryMidlineInContent(),
        BoundaryLFLineInContent(),
        BoundaryNestedPrefix(),
        BoundaryNestedSame(),
    ]

    private static let delimiter: [any Rule] = [
        DelimiterNoneFound(),
        DelimiterMissingClose(),
        DelimiterTruncatedClose(),
        DelimiterMalformedClose(),
        DelimiterMissingCRLFBefore(),
        DelimiterExtraDashes(),
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

    private static let partHeader: [any Rule] = [
        PartHeaderNone(),
        PartHeaderMissingContentDisposition(),
        PartHeaderNoColon(),
        PartHeaderEmptyName(),
        PartHeaderSpaceBeforeColon(),
        PartHeaderNameCase(),
        PartHeaderLeadingWhitespace(),
        PartHeaderInvalidNameChar(),
        PartHeaderEmptyValue(),
        PartHeaderObsFold(),
        PartHeaderFoldInvalidWhitespace(),
        PartHeaderDuplicate(),
        PartHeaderOtherField(),
        PartHeaderContentLengthPresent(),
        PartHeaderContentLengthWrong(),
        PartHeaderContentTransferEncoding(),
        PartHeaderCTEEncoded(),
        PartHeaderCTEUnknown(),
        PartHeaderNul(),
        PartHeaderControlChar(),
        PartHeaderNonASCIIName(),
        PartHeaderContentTypeMalformed(),
        PartHeaderCharsetUnknown(),
        PartHeaderFileWithoutContentType(),
    ]

    private static let disposition: [any Rule] = [
        DispositionTypeNotFormData(),
        DispositionTypeCase(),
        DispositionMissingName(),
        DispositionEmptyName(),
        DispositionUnquotedValue(),
        DispositionUnquotedIllegal(),
        DispositionSingleQuoted(),
        DispositionUnterminatedQuote(),
        DispositionMissingSemicolon(),
        DispositionMalformedParameter(),
        DispositionTrailingSemicolon(),
        DispositionJunkAfterValue(),
        DispositionSpaceAroundEquals(),
        DispositionParameterCase(),
        DispositionDuplicateNameParam(),
        DispositionDuplicateFilenameParam(),
        DispositionUnknownParam(),
        DispositionDuplicateFieldName(),
        DispositionNameNotUTF8(),
        DispositionNameNonASCII(),
        DispositionFilenameStar(),
        DispositionNameStar(),
        DispositionRFC2047EncodedWord(),
        DispositionRawCRLF(),
        DispositionRawLFOrCR(),
        DispositionRawQuote(),
        DispositionBackslashEscape(),
        DispositionBackslashBeforeClosingQuote(),
        DispositionPercentAmbiguous(),
        DispositionPercentEncodedName(),
        DispositionHTMLCharref(),
        DispositionMojibake(),
        DispositionFilenameSpecial(),
        DispositionFilenamePath(),
        DispositionFilenameNul(),
        DispositionFilenameNotUTF8(),
        DispositionEmptyFilename(),
        DispositionFilenameTooLong(),
        DispositionBidiOrInvisible(),
    ]

    private static let part: [any Rule] = [
        PartCharsetField(),
        PartTextNotUTF8(),
        PartCharsetMismatch(),
        PartTypeMismatch(),
        PartExtensionMismatch(),
        PartTextTypeBinaryContent(),
        PartNulInField(),
        PartBinaryWithoutFilename(),
        PartStringifiedObject(),
        PartDataURIOrEncodedFile(),
        PartEmptyFile(),
        PartNestedMultipart(),
        PartHeaderInContent(),
        PartNestedUnclosed(),
        PartOrderFilesBeforeFields(),
        PartDuplicateContent(),
    ]

    private static let body: [any Rule] = [
        BodyEmpty(),
        BodyTruncated(),
        BodyFormatIsOther(),
        BodyContentEncoded(),
        BodyCodingDamaged(),
        BodyCodingExpands(),
        BodyEncodedButUndeclared(),
        BodyDeclaredButNotEncoded(),
        BodyChunkFramingLeaked(),
        BodyHeadersLeaked(),
    ]

    private static let length: [any Rule] = [
        LengthTooShort(),
        LengthTooLong(),
        LengthShortByCloseDelimiter(),
        LengthOffByTwo(),
        LengthOffByOne(),
        LengthShortByLineCount(),
        LengthCharactersNotBytes(),
        LengthGraphemesCRLF(),
        LengthPreCompression(),
        LengthEqualsFileSize(),
        LengthPieceNotCounted(),
        LengthMissing(),
        LengthDuplicateIdentical(),
        LengthDuplicateDifferent(),
        LengthInvalidSyntax(),
        LengthOverflow(),
        LengthWithTransferEncoding(),
        LengthZeroWithBody(),
        LengthH2Mismatch(),
        LengthPartSumConsistent(),
    ]

    private static let limits: [any Rule] = [
        LimitsPartHeaderLine(),
        LimitsPartHeaderCount(),
        LimitsBoundaryLengthReceiver(),
        LimitsPartCount(),
        LimitsBodySize(),
        LimitsFormKeyDepth(),
    ]

    private static let compat: [any Rule] = [
        CompatModSecurityDashLines(),
        CompatQuotedOrPercentFilenames(),
        CompatDivergence(),
    ]

    private static let capture: [any Rule] = [
        CaptureBodyAbsent(),
        CaptureBodyLossyText(),
        CaptureLineEndingsNormalised(),
        CaptureStreamGap(),
        CaptureReencodedHeaders(),
        CaptureBoundaryOnlyInOnePlace(),
    ]
}
