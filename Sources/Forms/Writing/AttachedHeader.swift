import Bytes

extension FormPart {
    /// The header lines of the part and the blank line, as a browser writes them for a file input, and its content where
    /// that is in memory.
    ///
    /// - Parameter name: the bytes between the quotes of the name, escaped already.
    /// - Returns: the header; and the content, empty for a file.
    /// - Throws: where the filename or a field cannot be written.
    package func attached(asField name: [UInt8]) throws(MultipartFailure) -> (
        header: [UInt8], content: [UInt8]
    ) {
        var part = self
        part.name = name
        switch content {
        case .text, .bytes: break
        case .file, .stream, .files: part.content = .bytes([])
        }
        var dialect = MultipartDialect.whatwg
        dialect.names = .none
        dialect.filenames = .percent
        // Only a group of files draws a boundary.
        var generator = SystemRandomNumberGenerator()
        let layout = try PartLayout(part, number: 1, dialect: dialect, using: &generator)
        var bytes: [UInt8] = []
        for case .bytes(let more) in layout.content { bytes += more }
        return (layout.header, bytes)
    }

    /// A name as browsers write it between the quotes.
    package static func browserName(_ name: [UInt8]) -> [UInt8] {
        (try? LabelEscaping.percent.escaped(name, label: "name")) ?? name
    }
}
