/// How a form is written where the specifications leave a choice, or a client deviates from them.
///
/// Every client uses the same writer with different data, without code of its own.
public struct MultipartDialect: Sendable {
    /// A field of a part's header that the writer adds.
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
        /// A field that the client sends with every request.
        case other(String, String)
    }

    /// The default Content-Type of a file.
    enum FileType: Sendable {
        /// By the extension of the filename, else `application/octet-stream`.
        case guessed
        /// The same, of the many extensions that browsers know.
        case guessedByBrowser
        /// Always `application/octet-stream`.
        case octetStream
        /// None.
        case none
    }

    /// The dialect's name: `whatwg`, `rfc7578`, or `like:` and a client.
    public let name: String

    /// How boundaries are made.
    var boundary: BoundaryForm
    /// Whether the parts are searched for the boundary.
    var checksBoundary = true
    /// How names are escaped.
    var names = LabelEscaping.percent
    /// How filenames are escaped.
    var filenames = LabelEscaping.percent
    /// Whether each line break in names and in text becomes CRLF.
    var normalizesLineBreaks = false
    /// Whether values are replaced by an Objective-C description of their bytes.
    var printsValues = false
    /// The type of a file where none is given.
    var fileType = FileType.guessed
    /// The fields of a part, in order.
    var partFields: [PartField] = [.disposition, .type]
    /// The value of Content-Transfer-Encoding of a field.
    var textEncoding: String?
    /// The value of Content-Transfer-Encoding of a file.
    var fileEncoding: String?
    /// Whether several files with one name are nested in a `multipart/mixed` part.
    var nestsFiles = false
    /// The bytes before the first delimiter.
    var preamble = ""
    /// The bytes after the close delimiter.
    var epilogue = "\r\n"
    /// Whether Content-Length counts UTF-16 code units of names and filenames instead of bytes.
    var countsCharacters = false
    /// The fields of the request's head, in order.
    var head: [HeadField] = [.host, .type, .length, .chunking]
    /// Whether the field names of the head are in lowercase.
    var hasSmallFieldNames = false

    /// Makes a dialect with defaults and its boundary.
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

    /// The encoding of browsers, except for the boundary (WHATWG HTML, "multipart/form-data encoding
    /// algorithm").
    ///
    /// A `%22` in a name is indistinguishable from an escaped quote: the price of being read alike by all
    /// receivers. A name that ends in a backslash is refused, though browsers write it: many receivers read
    /// it as an escape of the closing quote.
    public static let whatwg: MultipartDialect = {
        var dialect = MultipartDialect("whatwg", boundary: BoundaryForm("----PartwiseFormBoundary", [22]))
        dialect.names = .safePercent
        dialect.filenames = .safePercent
        dialect.fileType = .guessedByBrowser
        dialect.normalizesLineBreaks = true
        return dialect
    }()

    /// Exactly RFC 7578: filenames percent-encoded as a whole (§2), names as quoted strings, nothing changed.
    public static let rfc7578: MultipartDialect = {
        var dialect = MultipartDialect("rfc7578", boundary: BoundaryForm("----PartwiseFormBoundary", [22]))
        dialect.names = .quotedString
        dialect.filenames = .percentEncoded
        return dialect
    }()
}
