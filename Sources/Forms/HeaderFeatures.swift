/// What occurs in the header lines of a part, as they are written.
@usableFromInline
package struct HeaderFeatures: OptionSet, Hashable, Sendable {
    /// The bits.
    @usableFromInline package let rawValue: UInt32

    /// Makes a set of its bits.
    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A line ends in something other than CRLF: a bare LF, a bare CR, or nothing.
    package static let otherLineEnding = HeaderFeatures(rawValue: 1 << 0)
    /// A CR that no LF follows.
    package static let loneCR = HeaderFeatures(rawValue: 1 << 1)
    /// A line without a colon.
    package static let missingColon = HeaderFeatures(rawValue: 1 << 2)
    /// White space between a field name and its colon.
    package static let spaceBeforeColon = HeaderFeatures(rawValue: 1 << 3)
    /// White space before a field name.
    package static let leadingWhitespace = HeaderFeatures(rawValue: 1 << 4)
    /// A line with nothing before its colon.
    package static let emptyFieldName = HeaderFeatures(rawValue: 1 << 5)
    /// A field name with a byte that is no token character (RFC 9110 §5.6.2).
    package static let nonTokenFieldName = HeaderFeatures(rawValue: 1 << 6)
    /// A field without a value.
    package static let emptyFieldValue = HeaderFeatures(rawValue: 1 << 7)
    /// A line with continuation lines (obs-fold of RFC 9112 §5.2).
    package static let foldedLine = HeaderFeatures(rawValue: 1 << 8)
    /// A byte that is no printable ASCII character and belongs to no CR LF.
    package static let nonPrintableByte = HeaderFeatures(rawValue: 1 << 9)
    /// A line besides the first Content-Disposition and the first Content-Type.
    package static let otherField = HeaderFeatures(rawValue: 1 << 10)
    /// No Content-Disposition.
    package static let noDisposition = HeaderFeatures(rawValue: 1 << 11)
    /// The field name of the Content-Disposition is not written in exactly this letter case, capitals included.
    package static let dispositionLetterCase = HeaderFeatures(rawValue: 1 << 12)
    /// The Content-Disposition is not just `form-data; name="…"`, with or without `; filename="…"`.
    package static let otherDispositionForm = HeaderFeatures(rawValue: 1 << 13)
    /// A parameter of the Content-Disposition holds `%`, `&`, `'`, `/`, `?`, `\\` or a control character.
    package static let escapingByte = HeaderFeatures(rawValue: 1 << 14)
    /// A `filename` or `filename*` parameter.
    package static let filename = HeaderFeatures(rawValue: 1 << 15)
    /// A `filename` parameter without a value.
    package static let emptyFilename = HeaderFeatures(rawValue: 1 << 16)
    /// A filename, but no Content-Type.
    package static let filenameWithoutMediaType = HeaderFeatures(rawValue: 1 << 17)
    /// The filename's extension stands for a kind of file (``FileSignature``) that the Content-Type does not declare.
    package static let undeclaredExtension = HeaderFeatures(rawValue: 1 << 18)
    /// The name is `_charset_` (RFC 7578 §4.6), and there is no filename.
    package static let charsetName = HeaderFeatures(rawValue: 1 << 19)
    /// The Content-Type is another one than `application/octet-stream`, which says nothing of the content.
    package static let specificMediaType = HeaderFeatures(rawValue: 1 << 20)
    /// The Content-Type is more or less than `type/subtype` of two tokens, or its line does not end.
    package static let otherMediaTypeForm = HeaderFeatures(rawValue: 1 << 21)
    /// The Content-Type is a multipart type.
    package static let multipartType = HeaderFeatures(rawValue: 1 << 22)
    /// The Content-Type is a text type.
    package static let textType = HeaderFeatures(rawValue: 1 << 23)
    /// The Content-Type is neither a text type nor JSON, and there is no filename.
    package static let typedValue = HeaderFeatures(rawValue: 1 << 24)
    /// A Content-Length.
    package static let contentLength = HeaderFeatures(rawValue: 1 << 25)
    /// A Content-Transfer-Encoding.
    package static let transferEncoding = HeaderFeatures(rawValue: 1 << 26)
    /// Two lines may have one field name: they have, or there are many lines.
    package static let repeatedField = HeaderFeatures(rawValue: 1 << 27)
}
