package import Bytes
import Forms

/// The field lines of a request whose form was rewritten: those of the client, except for what is said of the body.
package struct RewrittenHead: Hashable, Sendable {
    /// A field line.
    package struct Line: Hashable, Sendable {
        /// The name as sent.
        package let name: [UInt8]
        /// The value.
        package let value: [UInt8]
        /// The whole line, its ending included.
        package let bytes: [UInt8]
    }

    /// The lines, in order.
    package private(set) var lines: [Line] = []
    /// The names of fields that were left out, because they are digests of the body as the client sent it.
    package private(set) var removed: [String] = []
    /// Whether the body must be sent in chunks (RFC 9112 §7.1); never in HTTP/2.
    package private(set) var isChunked = false

    /// All lines as one.
    package var bytes: [UInt8] { lines.flatMap(\.bytes) }

    /// Rewrites the fields of a request.
    ///
    /// - Parameters:
    ///   - fields: the client's fields.
    ///   - framing: how the body is declared.
    ///   - isHTTP2: whether they are those of HTTP/2, where a body has an end without a length.
    package init(_ fields: FieldSection, _ framing: RewrittenFraming, isHTTP2: Bool = false) {
        let digests = ["content-md5", "digest", "content-digest", "repr-digest"]
        let hasCoding = fields.count(of: .transferEncoding) > 0
        isChunked = !isHTTP2 && (hasCoding || framing.isChanged && framing.length == nil)
        let boundary = MediaType(fields).flatMap(\.boundaries.first)
        for line in fields.lines {
            let name = Array(fields[line.name])
            let folded = String(decoding: name.map(\.lowercased), as: UTF8.self)
            if framing.isChanged, digests.contains(folded) {
                removed.append(String(decoding: name, as: UTF8.self))
            } else if folded == "content-length", framing.isChanged {
                if let length = framing.length {
                    add(line, of: fields, replacing: line.value, by: Array("\(length)".utf8))
                } else if isChunked, !hasCoding {
                    let text = isLowercase(name) ? "transfer-encoding" : "Transfer-Encoding"
                    let value = Array("chunked".utf8)
                    let bytes = Array("\(text): ".utf8) + value + [0x0D, 0x0A]
                    lines.append(Line(name: Array(text.utf8), value: value, bytes: bytes))
                }
            } else if folded == "content-type", let new = framing.boundary, let boundary {
                add(line, of: fields, replacing: boundary.value, by: new)
            } else {
                lines.append(
                    Line(name: name, value: Array(fields[line.value]), bytes: Array(fields[line.range]))
                )
            }
        }
    }

    private mutating func add(
        _ line: FieldLine,
        of fields: FieldSection,
        replacing range: Range<Int>,
        by new: [UInt8]
    ) {
        func replaced(_ whole: Range<Int>) -> [UInt8] {
            fields[whole.lowerBound..<range.lowerBound] + new + fields[range.upperBound..<whole.upperBound]
        }
        lines.append(
            Line(name: Array(fields[line.name]), value: replaced(line.value), bytes: replaced(line.range))
        )
    }

    private func isLowercase(_ name: [UInt8]) -> Bool { name.allSatisfy { $0 == $0.lowercased } }
}
