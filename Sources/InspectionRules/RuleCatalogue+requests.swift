import Inspection

extension RuleCatalogue {
    /// Rules about the framing of requests.
    static let framing: [any Rule] = [
        FramingRequestLine(),
        FramingFieldLine(),
        FramingMissingBlankLine(),
        FramingMissingLineBreak(),
        FramingTENotFinalChunked(),
        FramingTEUnknown(),
        FramingTEIdentity(),
        FramingTEObfuscated(),
        FramingTEInHTTP10(),
        FramingChunkedTwice(),
        FramingChunkSizeInvalid(),
        FramingChunkDataLength(),
        FramingChunkBareLF(),
        FramingChunkMissingTerminator(),
        FramingEarlyLastChunk(),
        FramingChunkExtension(),
        FramingTrailerSection(),
        FramingChunkedUpload(),
        FramingBytesAfterBody(),
        FramingSpaceBeforeColon(),
        FramingObsFold(),
        FramingWhitespaceBeforeFirstField(),
        FramingBareLFHeader(),
        FramingBareCROrNulHeader(),
        FramingH2ConnectionHeader(),
        FramingH2FieldValue(),
        FramingHost(),
    ]

    /// Rules about what requests ask for and what became of them.
    static let semantics: [any Rule] = [
        SemanticsBodyOnGET(),
        SemanticsPutForm(),
        SemanticsExpectWithoutBody(),
        SemanticsExpectUnknown(),
        SemanticsExpectHTTP10(),
        SemanticsExpectStall(),
        SemanticsRejectedEarly(),
        SemanticsRedirectDroppedBody(),
        SemanticsRetryDifferentBoundary(),
    ]

    /// The rules of the ``Profile/whatwg`` profile alone.
    static let whatwgAlone: [any Rule] = [
        WHATWGContentType(),
        WHATWGDelimiter(),
        WHATWGEnds(),
        WHATWGPartHeader(),
        WHATWGEscaping(),
        WHATWGNewlines(),
    ]
}
