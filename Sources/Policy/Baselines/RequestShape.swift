import Bytes
package import Exchanges
package import Forms

/// What requests of one kind have in common: method, path, and the names of their fields, but no values.
package struct RequestShape: Hashable, Comparable, Sendable {
    /// The greatest number of names: longer lists are cut after sorting.
    static let fieldLimit = 200
    /// The greatest length of a text that comes from a capture, in bytes.
    static let textLimit = 1000

    /// The method and the path without its query, such as `POST /upload`; `body` for a bare body.
    package var request: String
    /// The path of the file with a bare body, which has no target that tells it from others; `nil` otherwise.
    package var file: String?
    /// The names of the form's fields, sorted, each once.
    package var fields: [String]

    /// Makes a shape.
    package init(request: String, file: String? = nil, fields: [String]) {
        self.request = request
        self.file = file
        self.fields = fields
    }

    /// The shape of the request of an exchange, which may have a form, in the input at `file`.
    package init(of exchange: Exchange, _ form: Form?, in file: String) {
        let target = exchange.target
        // An absolute form has the path after its authority (RFC 9112 §3.2.2).
        var path = target.prefix(before: "?#")
        if let scheme = path.schemeEnd {
            path = String(path[scheme.upperBound...].unicodeScalars.drop { $0 != "/" })
        }
        let words = [Self.text(exchange.method.utf8), Self.text(path.utf8)].filter { !$0.isEmpty }
        request = words.isEmpty ? "body" : words.joined(separator: " ")
        self.file = words.isEmpty ? file : nil
        let names = Set(form?.parts.compactMap { $0.name.map(Self.text) } ?? [])
        fields = Array(names.sorted().prefix(Self.fieldLimit))
    }

    /// First by request, then by file, then by fields.
    package static func < (left: RequestShape, right: RequestShape) -> Bool {
        if left.request != right.request { return left.request < right.request }
        if left.file != right.file { return left.file ?? "" < right.file ?? "" }
        return left.fields.lexicographicallyPrecedes(right.fields)
    }

    /// Bytes of a capture as text, cut to a length that files can hold.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.prefix(textLimit), as: UTF8.self)
    }
}
