import Bytes
package import Exchanges
package import Forms

/// What a request sent of a form: its names and values in order, whatever the encoding.
package struct SentForm: Sendable {
    /// A name and the beginning of a value.
    package struct Entry: Sendable {
        /// The name as it stands in the body of a multipart request, or decoded from any other.
        package var name: [UInt8]
        /// The first bytes of the value.
        package var value: [UInt8]
        /// The filename; `nil` where the entry has none.
        package var filename: [UInt8]?
        /// The length of the value, in bytes.
        package var length: Int
        /// The number of its part; `nil` where the request is not multipart.
        package var part: Int?
        /// Whether its part says that it is itself multipart.
        package var isMultipart = false
    }

    /// The method.
    package let method: PageForm.Method
    /// The encoding; `nil` where the names are in the URL.
    package let enctype: PageForm.Enctype?
    /// The URL; `nil` where it is not known.
    package let address: PageAddress?
    /// The URL of the page that the client names, in the Referer field.
    package let referer: PageAddress?
    /// The names and values.
    package let entries: [Entry]
    /// Whether the capture has all of them.
    let isWhole: Bool
    /// The place of its Content-Type, as offsets in the stream; empty where it has none.
    let contentType: Range<Int>

    /// The greatest number of entries that are read.
    private static let entryLimit = 10_000

    /// Reads a request; `nil` where it can be none of a form: it has another method, or a body of another type.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the multipart form in its body.
    ///   - opening: the first bytes of a body that is none.
    package init?(_ exchange: borrowing Exchange, form: Form?, opening: [UInt8]) {
        guard let request = exchange.request else { return nil }
        let fields = request.head.fields
        isWhole = request.content.missingBytes == 0 && form?.gaps.isEmpty ?? true
        address = exchange.url().flatMap { PageAddress($0) }
        referer = fields.value(named: "referer").flatMap { PageAddress(String(decoding: $0, as: UTF8.self)) }
        let type = fields.first(named: "content-type")
        contentType = type?.range ?? 0..<0
        if exchange.method == "GET" {
            method = .get
            enctype = nil
            guard let query = address?.query, !query.isEmpty else { return nil }
            entries = Self.pairs(Array(query.utf8))
            return
        }
        guard exchange.method == "POST" else { return nil }
        method = .post
        if let form {
            enctype = .multipart
            entries = form.parts.prefix(Self.entryLimit).map { part in
                Entry(
                    name: Array(part.name ?? []),
                    value: Array(part.facts.opening),
                    filename: part.filename.map { Array($0) },
                    length: part.content.count,
                    part: part.number,
                    isMultipart: part.mediaType.map {
                        part.header[$0.value.leading].startsIgnoringCase(with: "multipart/")
                    } ?? false
                )
            }
            return
        }
        let value = type.map { fields[$0.value] } ?? []
        let name = String(decoding: value.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }, as: UTF8.self)
        switch PageForm.Enctype(rawValue: name.asciiLowercased) {
        case .urlencoded:
            enctype = .urlencoded
            entries = Self.pairs(opening)
        case .plain:
            enctype = .plain
            entries = Self.lines(opening)
        case .multipart, nil: return nil
        }
    }

    /// The pairs of application/x-www-form-urlencoded (URL standard).
    private static func pairs(_ bytes: [UInt8]) -> [Entry] {
        bytes.split(separator: UInt8(ascii: "&"), maxSplits: entryLimit).prefix(entryLimit).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            let value = decoded(pair.dropFirst(name.count + 1))
            return Entry(name: decoded(name), value: value, length: value.count)
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [Entry] {
        bytes.split(separator: 0x0A, maxSplits: entryLimit).prefix(entryLimit).map { line in
            let name = line.prefix { $0 != UInt8(ascii: "=") }
            let value = Array(line.dropFirst(name.count + 1).prefix { $0 != 0x0D })
            return Entry(name: Array(name), value: value, length: value.count)
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let digits = bytes[(index + 1)...].prefix(2).compactMap { $0.lowercased.hexValue }
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2 {
                result.append(UInt8(digits[0] * 16 + digits[1]))
                index += 3
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        return result
    }
}
