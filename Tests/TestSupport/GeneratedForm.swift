package import Forms

/// A form with generated names, filenames and contents, covering all bytes and lengths.
package struct GeneratedForm {
    /// The parts to write.
    package var parts: [FormPart] = []
    /// The bytes of each part's content.
    package var contents: [[UInt8]] = []

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - alphabet: the characters of names and filenames.
    ///   - generator: the source of randomness.
    package init(
        namesOf alphabet: NameAlphabet = .bytes(),
        using generator: inout some RandomNumberGenerator
    ) {
        for _ in 0..<Int.random(in: 1...9, using: &generator) {
            let name = alphabet.name(using: &generator)
            let content = Self.content(using: &generator)
            let isFile = Bool.random(using: &generator)
            let filename = isFile ? alphabet.name(using: &generator) : nil
            contents.append(content)
            parts.append(
                FormPart(
                    name: name,
                    filename: filename,
                    content: isFile && content.count.isMultiple(of: 3)
                        ? .stream(length: content.count.isMultiple(of: 2) ? content.count : nil) {
                            MemorySource(content)
                        } : .bytes(content)
                )
            )
        }
    }

    private static func bytes(
        upTo limit: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        (0..<Int.random(in: 1...limit, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
    }

    /// Arbitrary bytes, or bytes that resemble the framing of a form.
    private static func content(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let pieces = [
            "\r\n", "\r", "\n", "-", "--", "\r\n--", "--B", "\0", "Content-Type: x\r\n\r\n", "\u{FEFF}",
        ]
        var result: [UInt8] = []
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            if Bool.random(using: &generator) {
                result += Array(pieces.randomElement(using: &generator).map(\.utf8) ?? "".utf8)
            } else {
                result += bytes(upTo: 40, using: &generator)
            }
        }
        return result
    }
}

/// A source of bytes in memory.
package final class MemorySource: PartSource {
    private var rest: ArraySlice<UInt8>
    /// The greatest number of bytes that one read returns.
    private let pieceSize: Int

    /// Makes a source of `bytes`.
    package init(_ bytes: [UInt8], inPiecesOf pieceSize: Int = .max) {
        rest = bytes[...]
        self.pieceSize = pieceSize
    }

    /// Reads the next bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(buffer.count, pieceSize))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

extension MultipartWriter {
    /// All bytes of the body, read in pieces of `size` bytes.
    package func bytes(inPiecesOf size: Int = 1 << 20) throws(MultipartFailure) -> [UInt8] {
        let pull = pull()
        var result: [UInt8] = []
        while true {
            let piece = try pull.chunk(ofAtMost: size)
            if piece.isEmpty { return result }
            result += piece
        }
    }
}
