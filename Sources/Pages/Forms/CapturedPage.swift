/// A page: its forms and its controls, as browsers read them.
package struct CapturedPage: Sendable {
    /// Its bytes, where they are kept.
    package private(set) var bytes: [UInt8]
    /// The URL of the page; `nil` where it is not known.
    package let address: PageAddress?
    /// The encoding of the page.
    package let charset: PageCharset
    /// The number of its bytes.
    package let length: Int
    /// Whether all of it was read.
    package let isWhole: Bool
    /// The forms, in tree order.
    package let forms: [PageForm]
    /// The controls, in tree order.
    package let controls: [PageControl]
    /// The start tags of forms that browsers drop, because they stand in another form.
    package let droppedForms: [Range<Int>]

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - bytes: its bytes, content codings taken off.
    ///   - url: where it came from.
    ///   - contentType: the value of its Content-Type.
    ///   - limits: how much of it is read.
    package init(
        _ bytes: [UInt8],
        url: String? = nil,
        contentType: String? = nil,
        limits: PageLimits = PageLimits()
    ) {
        let read = Array(bytes.prefix(limits.bytes))
        let document = PageDocument(read, declared: contentType.flatMap(Self.charset), limits: limits)
        let reading = FormReading(document, url: url.flatMap { PageAddress($0) }, limits: limits)
        self.bytes = bytes
        address = reading.address
        charset = document.text.charset
        length = bytes.count
        isWhole = document.isWhole && read.count == bytes.count && reading.isWhole
        forms = reading.forms
        controls = reading.controls
        droppedForms = reading.droppedForms
    }

    /// The page without its bytes.
    package var withoutBytes: CapturedPage {
        var page = self
        page.bytes = []
        return page
    }

    /// An estimate of the bytes that it takes in memory.
    package var memoryBytes: Int {
        bytes.count + forms.count * Self.formBytes + controls.count * Self.controlBytes
    }

    private static let formBytes = MemoryLayout<PageForm>.stride + 512
    private static let controlBytes = MemoryLayout<PageControl>.stride + 384

    /// Whether it has anything that rules could find fault with.
    package var hasForms: Bool { !forms.isEmpty || controls.contains { $0.kind == .file } }

    /// The controls of a form, in tree order.
    package func controls(of form: PageForm) -> [PageControl] { form.controls.map { controls[$0] } }

    /// The encoding that a media type's charset parameter names.
    private static func charset(_ contentType: String) -> PageCharset? {
        let text = contentType.asciiLowercased
        guard let parameter = text.firstRange(of: "charset=") else { return nil }
        let value = text[parameter.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
        return PageCharset(label: String(value.prefix { !"\"'; ,".contains($0) }))
    }
}

/// A page's tree, with the encoding that it is in.
struct PageDocument {
    /// The page as UTF-8.
    let text: DecodedPage
    /// The elements.
    let elements: [PageElement]
    /// The tags of its forms.
    let formTags: [PageTokens.FormTag]
    /// Whether it was read to its end.
    let isWhole: Bool

    /// Reads a page: its encoding is that of its byte order mark, of its Content-Type, of its `meta` element, or else
    /// windows-1252 (HTML standard, "determining the character encoding").
    init(_ bytes: [UInt8], declared: PageCharset?, limits: PageLimits) {
        let certain = DecodedPage.mark(of: bytes)?.charset ?? declared
        var text = DecodedPage(bytes, certain ?? .utf8)
        var tokens = PageTokens(text.bytes, limits: limits)
        var tree = PageTree(tokens)
        if certain == nil {
            let charset = Self.declared(in: tree.elements) ?? .windows1252
            text = DecodedPage(bytes, charset)
            // The tags are the same, unless what stands between them is not ASCII.
            if charset == .windows1252, bytes.contains(where: { $0 >= 0x80 }) {
                tokens = PageTokens(text.bytes, limits: limits)
                tree = PageTree(tokens)
            }
        }
        self.text = text
        elements = tree.elements
        formTags = tokens.formTags
        isWhole = tokens.isWhole
    }

    /// The encoding that a `meta` element declares; UTF-16 stands for UTF-8 there.
    private static func declared(in elements: [PageElement]) -> PageCharset? {
        for element in elements where element.kind == .meta {
            let label: String?
            if let charset = element["charset"] {
                label = charset
            } else if element["http-equiv"]?.asciiLowercased == "content-type" {
                let content = element["content"]?.asciiLowercased ?? ""
                label = content.firstRange(of: "charset=").map { found in
                    String(content[found.upperBound...].prefix { !"\"'; ,".contains($0) })
                }
            } else {
                label = nil
            }
            guard let charset = label.flatMap({ PageCharset(label: $0) }) else { continue }
            if case .utf16 = charset { return .utf8 }
            return charset
        }
        return nil
    }
}
