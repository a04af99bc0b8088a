/// How a form is written where the specifications leave a choice, or a client does not keep to them.
///
/// Every client is the same writer with other data: nothing is left to code.
public struct MultipartDialect: Sendable {
    /// A field of a part's header that the writer writes by itself.
    enum PartField: Sendable {
        /// Content-Disposition.
        case disposition
        /// Content-Type.
        case type
        /// Content-Length of the part, where it is known.
        case length
        /// Content-Transfer-Encoding.
        case transferEncoding
    }

    /// A field of the request's head.
    enum HeadField: Sendable {
        /// Host.
        case host
        /// Content-Type.
        case type
        /// Content-Length, unless the body is sent in chunks.
        case length
        /// Transfer-Encoding, where the body is sent in chunks.
        case chunking
        /// Origin, of the server itself.
        case origin
        /// What the client sends with every request.
        case other(String, String)
    }

    /// The Content-Type of a file for which none is given.
    enum FileType: Sendable {
        /// By the extension of the filename, else `application/octet-stream`.
        case guessed
        /// Always `application/octet-stream`.
        case octetStream
        /// None.
        case none
    }

    /// The dialect's name: `whatwg`, `rfc7578`, or `like:` and a client.
    public let name: String

    /// How boundaries are made.
    var boundary: BoundaryForm
    /// Whether the boundary is looked for in the parts.
    var checksBoundary = true
    /// How names are written.
    var names = LabelEscaping.percent
    /// How filenames are written.
    var filenames = LabelEscaping.percent
    /// Whether each line break in names and in text becomes CRLF.
    var normalizesLineBreaks = false
    /// Whether the values of fields are printed as an Objective-C description of their bytes.
    var printsValues = false
    /// The type of a file for which none is given.
    var fileType = FileType.guessed
    /// The fields of a part, in order.
    var partFields: [PartField] = [.disposition, .type]
    /// The value of a field's Content-Transfer-Encoding.
    var textEncoding: String?
    /// The value of a file's Content-Transfer-Encoding.
    var fileEncoding: String?
    /// Whether several files of one name are nested in a `multipart/mixed` part.
    var nestsFiles = false
    /// What stands before the first delimiter.
    var preamble = ""
    /// What stands after the close delimiter.
    var epilogue = "\r\n"
    /// Whether Content-Length counts UTF-16 code units of names and filenames, where it should count bytes.
    var countsCharacters = false
    /// The fields of the request's head, in order.
    var head: [HeadField] = [.host, .type, .length, .chunking]
    /// Whether the names of the fields of the head are written in small letters.
    var hasSmallFieldNames = false

    /// Makes a dialect that differs in nothing but its boundary.
    init(_ name: String, boundary: BoundaryForm) {
        self.name = name
        self.boundary = boundary
    }

    /// The dialect with a name; `nil` where there is none.
    public init?(named name: String) {
        guard let dialect = Self.all.first(where: { $0.name == name }) else { return nil }
        self = dialect
    }

    /// All dialects.
    public static let all: [MultipartDialect] = [whatwg, rfc7578] + clients

    /// What browsers send, boundary aside (WHATWG HTML, "multipart/form-data encoding algorithm").
    ///
    /// A `%22` in a name cannot be told from an escaped quote: that is the price of being read alike by all. A name
    /// that ends in a backslash is refused, though browsers write it: it hides the closing quote from many receivers.
    public static let whatwg: MultipartDialect = {
        var dialect = MultipartDialect("whatwg", boundary: BoundaryForm("----PartwiseFormBoundary", [22]))
        dialect.names = .safePercent
        dialect.filenames = .safePercent
        dialect.normalizesLineBreaks = true
        return dialect
    }()

    /// RFC 7578 to the letter: filenames percent-encoded as a whole (§2), names as quoted strings, nothing changed.
    public static let rfc7578: MultipartDialect = {
        var dialect = MultipartDialect("rfc7578", boundary: BoundaryForm("----PartwiseFormBoundary", [22]))
        dialect.names = .quotedString
        dialect.filenames = .percentEncoded
        return dialect
    }()
}
