/// One part of a form to be written: a name, an optional filename and type, and the content.
///
/// ```swift
/// FormPart(name: "title", content: .text("Größe"))
/// FormPart(name: "photo", filename: "a \"b\".png", contentType: "image/png", content: .file(path: "/tmp/a.png"))
/// ```
/// (RFC 7578 §4.)
public struct FormPart: Sendable {
    /// A field of the part's header besides those that the writer adds.
    public struct Field: Hashable, Sendable {
        /// The field's name, a token (RFC 9110 §5.6.2).
        public var name: String
        /// The field's value, without line breaks.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The bytes of the field's name, unescaped.
    public var name: [UInt8]
    /// The bytes of the filename, unescaped; `nil` for a value that is not a file.
    public var filename: [UInt8]?
    /// The value of Content-Type; `nil` for the dialect's default.
    public var contentType: String?
    /// Further fields of the header, in order, written after all others.
    public var fields: [Field]
    /// The content.
    public var content: PartContent

    /// Makes a part of text.
    public init(
        name: String,
        filename: String? = nil,
        contentType: String? = nil,
        fields: [Field] = [],
        content: PartContent
    ) {
        self.init(
            name: Array(name.utf8),
            filename: filename.map { Array($0.utf8) },
            contentType: contentType,
            fields: fields,
            content: content
        )
    }

    /// Makes a part whose name and filename are arbitrary bytes: filenames need not be valid UTF-8.
    public init(
        name: [UInt8],
        filename: [UInt8]? = nil,
        contentType: String? = nil,
        fields: [Field] = [],
        content: PartContent
    ) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.fields = fields
        self.content = content
    }
}
