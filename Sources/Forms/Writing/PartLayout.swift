import Bytes

/// A part as a dialect writes it, without the delimiter before it.
struct PartLayout: Sendable {
    /// The header lines, each with its line break, and the blank line.
    var header: [UInt8]
    /// The content.
    var content: [BodySegment]
    /// The bytes of Content-Disposition minus its UTF-16 code units, for a dialect that counts characters.
    var uncounted: Int

    /// Encodes a part.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - number: its number, from 1.
    ///   - dialect: how it is written.
    ///   - type: the disposition type.
    ///   - generator: the source of the boundary of a nested group.
    /// - Throws: where a name cannot be written, or a file cannot be read.
    init(
        _ part: FormPart,
        number: Int,
        dialect: MultipartDialect,
        type: String = "form-data",
        using generator: inout some RandomNumberGenerator
    ) throws(MultipartFailure) {
        var part = part
        switch part.content {
        case .text(let text):
            let bytes = Array(text.utf8)
            content = Self.value(dialect.normalizesLineBreaks ? bytes.withCRLF : bytes, part, dialect)
        case .bytes(let bytes): content = Self.value(bytes, part, dialect)
        case .file(let path):
            let length = try FileDescriptorSource.length(ofFileAt: path)
            content = [.file(path: path, length: length, part: number)]
        case .stream(let length, let open): content = [.stream(length: length, part: number, open: open)]
        case .files(let files):
            guard type == "form-data", dialect.nestsFiles else { throw .nestedTooDeep(part: number) }
            var layouts: [PartLayout] = []
            for file in files {
                layouts.append(
                    try PartLayout(
                        file,
                        number: number,
                        dialect: dialect,
                        type: "attachment",
                        using: &generator
                    )
                )
            }
            let inner = dialect.boundary.draw(using: &generator)
            part.contentType = "multipart/mixed; boundary=\(BoundaryForm.parameterValue(inner))"
            content = Self.body(layouts, boundary: inner, preamble: "", epilogue: "\r\n")
        }
        let names = dialect.normalizesLineBreaks ? part.name.withCRLF : part.name
        var disposition = Array("Content-Disposition: \(type)".utf8)
        if type == "form-data" {
            disposition += Array("; name=\"".utf8) + (try dialect.names.escaped(names, label: "name"))
            disposition.append(UInt8(ascii: "\""))
        }
        if let filename = part.filename {
            disposition += Array("; filename=\"".utf8)
            disposition += try dialect.filenames.escaped(filename, label: "filename")
            disposition.append(UInt8(ascii: "\""))
        }
        uncounted = disposition.count - String(decoding: disposition, as: UTF8.self).utf16.count
        let length = try content.totalLength()
        header = []
        for field in dialect.partFields {
            switch field {
            case .disposition: header += disposition + [0x0D, 0x0A]
            case .type:
                guard let type = Self.contentType(of: part, in: dialect) else { continue }
                header += try Self.line("Content-Type", type)
            case .length:
                guard let length else { continue }
                header += try Self.line("Content-Length", "\(length)")
            case .transferEncoding:
                let coding = part.filename == nil ? dialect.textEncoding : dialect.fileEncoding
                guard let coding else { continue }
                header += try Self.line("Content-Transfer-Encoding", coding)
            }
        }
        for field in part.fields {
            let name = Array(field.name.utf8)
            if let byte = name.first(where: { !$0.isTokenCharacter }) ?? (name.isEmpty ? 0x3A : nil) {
                throw .unwritable(label: "field name", text: name, byte: byte)
            }
            header += try Self.line(field.name, field.value)
        }
        header += [0x0D, 0x0A]
    }

    /// Joins parts to a body (RFC 2046 §5.1.1).
    static func body(_ parts: [PartLayout], boundary: [UInt8], preamble: String, epilogue: String)
        -> [BodySegment]
    {
        let delimiter = [0x2D, 0x2D] + boundary
        var segments = BodySegments()
        segments.add(preamble)
        for part in parts {
            segments.add(delimiter + [0x0D, 0x0A] + part.header)
            segments.add(part.content)
            segments.add("\r\n")
        }
        segments.add(delimiter)
        segments.add("--\(epilogue)")
        return segments.finish()
    }

    private static func value(_ bytes: [UInt8], _ part: FormPart, _ dialect: MultipartDialect)
        -> [BodySegment]
    {
        [.bytes(dialect.printsValues && part.filename == nil ? bytes.objectiveCDescription : bytes)]
    }

    private static func contentType(of part: FormPart, in dialect: MultipartDialect) -> String? {
        if let type = part.contentType { return type }
        guard let filename = part.filename else { return nil }
        return switch dialect.fileType {
        case .guessed: FileType.guess(filename, among: FileType.ofCurl) ?? FileType.unknown
        case .guessedByBrowser: FileType.guess(filename, among: FileType.ofBrowsers) ?? FileType.unknown
        case .octetStream: FileType.unknown
        case .none: nil
        }
    }

    private static func line(_ name: String, _ value: String) throws(MultipartFailure) -> [UInt8] {
        let bytes = Array(value.utf8)
        if let byte = bytes.first(where: { $0.isControl && $0 != 0x09 }) {
            throw .unwritable(label: name, text: bytes, byte: byte)
        }
        return Array("\(name): ".utf8) + bytes + [0x0D, 0x0A]
    }
}

extension [UInt8] {
    /// The bytes with each lone CR and lone LF replaced by CR LF.
    fileprivate var withCRLF: [UInt8] {
        guard contains(where: \.isLineBreak) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count + 16)
        var index = 0
        while index < count {
            if self[index].isLineBreak {
                result += [0x0D, 0x0A]
                let isPair = self[index] == 0x0D && index + 1 < count && self[index + 1] == 0x0A
                index += isPair ? 2 : 1
            } else {
                result.append(self[index])
                index += 1
            }
        }
        return result
    }

    /// The Objective-C description of the bytes: hexadecimal digits in groups of four bytes, between angle
    /// brackets.
    fileprivate var objectiveCDescription: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var result = [UInt8(ascii: "<")]
        for (index, byte) in enumerated() {
            if index > 0, index.isMultiple(of: 4) { result.append(0x20) }
            result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return result + [UInt8(ascii: ">")]
    }
}
