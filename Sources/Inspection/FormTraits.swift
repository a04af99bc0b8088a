package import Forms

/// What must occur in a form for a rule to be run (``Rule/concerns``): features of its header lines, and
/// properties of the form as a whole.
///
/// The reader of forms does not know them: ``init(_:)`` derives them from what was read.
package struct FormTraits: OptionSet, Hashable, Sendable {
    /// The bits; the lower half is that of ``HeaderFeatures``.
    package let rawValue: UInt64

    /// Makes a set of its bits.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The header lines of some part have one of these features.
    package static func header(_ features: HeaderFeatures) -> FormTraits {
        FormTraits(rawValue: UInt64(features.rawValue))
    }

    private init(form bit: Int) {
        rawValue = 1 << UInt64(HeaderFeatures.RawValue.bitWidth + bit)
    }

    /// The body was not read by a declared boundary.
    package static let observedBoundary = FormTraits(form: 0)
    /// A delimiter has padding, junk, an unusual precedent, ending or close form, or begins no part.
    package static let irregularDelimiter = FormTraits(form: 1)
    /// The blank line after header lines is missing, or ends in something other than CRLF.
    package static let irregularBlankLine = FormTraits(form: 2)
    /// Bytes stand before the first delimiter, or more than one CRLF after the close delimiter, or none.
    package static let irregularEnds = FormTraits(form: 3)
    /// The boundary occurs outside delimiters.
    package static let occurrence = FormTraits(form: 4)
    /// The body did not end after a close delimiter.
    package static let unclosed = FormTraits(form: 5)
    /// There is no part.
    package static let noParts = FormTraits(form: 6)
    /// There are more parts than some receiver accepts.
    package static let manyParts = FormTraits(form: 7)
    /// The body is longer than some receiver accepts of a body, of a file or of fields.
    package static let large = FormTraits(form: 8)
    /// A part's header has more bytes or more lines than some receiver accepts.
    package static let longHeader = FormTraits(form: 9)
    /// A filename is longer than file systems allow.
    package static let longFilename = FormTraits(form: 10)
    /// The brackets in a name are not pairs at its end, or there are more than some receiver accepts.
    package static let oddBrackets = FormTraits(form: 11)
    /// Two parts may have the same name: the digests of their names are equal.
    package static let repeatedName = FormTraits(form: 12)
    /// A file has no content.
    package static let emptyFile = FormTraits(form: 13)
    /// A field comes after a file.
    package static let fieldAfterFile = FormTraits(form: 14)
    /// There is more than one file.
    package static let severalFiles = FormTraits(form: 15)
    /// A part's content begins or ends with a line break, or a field has lone line breaks.
    package static let contentLineBreaks = FormTraits(form: 16)
    /// A line among the first ones of a part's content begins with a dash, or with a C as `Content-Disposition` does.
    package static let dashOrCLine = FormTraits(form: 17)
    /// A control character below the tab is among the first bytes of a part that is not a file.
    package static let controlInField = FormTraits(form: 18)
    /// A control character below the tab is among the first bytes of a part of type text.
    package static let controlInText = FormTraits(form: 19)
    /// A byte above 0x7F is among the first bytes of a part that is not a file.
    package static let fieldBeyondASCII = FormTraits(form: 20)
    /// A part's content begins and ends as what a program prints for an object does.
    package static let printedValue = FormTraits(form: 21)
    /// A file begins like the Base64 form of one, or like a `data:` URI.
    package static let encodedFile = FormTraits(form: 22)

    /// A header line of a part stands in the content of another.
    package static let strayHeader = FormTraits(form: 23)
    /// A part's content does not begin as the kind of file that its Content-Type declares, or may be damaged.
    package static let otherKind = FormTraits(form: 24)
    /// A part's content begins as the header lines of a part do.
    package static let headerLikeContent = FormTraits(form: 25)

    /// A header line or blank line ends in something other than CRLF, or holds a CR without LF, or there is no blank
    /// line.
    package static let irregularLine: FormTraits = [
        .header([.otherLineEnding, .loneCR]), .irregularBlankLine,
    ]
    /// A part has no Content-Disposition, or one that is not simply `form-data; name="…"[; filename="…"]`.
    package static let irregularDisposition: FormTraits =
        .header([.noDisposition, .otherDispositionForm, .escapingByte])
    /// A header line is not `name: value` on one line, with a token for its name.
    package static let irregularHeader: FormTraits = .header([
        .missingColon, .spaceBeforeColon, .leadingWhitespace, .emptyFieldName, .nonTokenFieldName,
        .emptyFieldValue,
        .foldedLine,
    ])
}
