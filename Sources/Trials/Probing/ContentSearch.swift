/// Finds which bytes of a body are a content of which only the length and the digest are known.
package struct ContentSearch: Sendable {
    /// The length of bodies from which on contents are not searched for: each search makes as many digests as the body
    /// has bytes.
    private static let limit = 4096

    private let body: [UInt8]

    /// Prepares to search a body.
    package init(_ body: [UInt8]) { self.body = body }

    /// The first bytes of the body that are the content of a field; `nil` where none are.
    package func range(of field: ReadField) -> Range<Int>? {
        guard body.count <= Self.limit, field.length > 0, field.length <= body.count else { return nil }
        for start in 0...(body.count - field.length) {
            let range = start..<(start + field.length)
            if ReadField.digest(of: body[range]) == field.digest { return range }
        }
        return nil
    }

    /// Whether the name of a field stands in a range, as a header line of a part has it.
    func holdsHeader(of field: ReadField, in range: Range<Int>) -> Bool {
        guard let name = field.name else { return false }
        return body[range].contains(Array("name=\"\(name)\"".utf8))
    }
}
