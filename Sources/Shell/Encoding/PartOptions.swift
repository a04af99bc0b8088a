import Bytes
import Forms

/// Parses the text after the equals sign of a `-F` option: a value or a file, and options after semicolons.
struct PartOptions {
    private let name: [UInt8]
    private let option: String
    /// Whether standard input is read.
    private(set) var readsStandardInput = false
    /// What was ignored.
    private(set) var remarks: [String] = []

    private var type: String?
    private var filename: [UInt8]?
    private var fields: [FormPart.Field] = []

    /// Starts the options of a field; `option` names the option of the command line in messages.
    init(name: [UInt8], of option: String) {
        self.name = name
        self.option = option
    }

    /// A literal value.
    mutating func value(_ lexer: inout FormArgumentLexer) throws -> FormPart {
        let value = lexer.word(until: nil)
        try readOptions(&lexer, end: nil)
        return part(Self.value(of: value[...]))
    }

    /// A typed value: text, unless it is not valid UTF-8.
    static func value(of bytes: ArraySlice<UInt8>) -> PartContent {
        String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(Array(bytes))
    }

    /// A file's content as the value, without a filename.
    mutating func contentOfFile(_ lexer: inout FormArgumentLexer) throws -> FormPart {
        let path = lexer.word(until: nil)
        try readOptions(&lexer, end: nil)
        if filename != nil {
            remarks.append("filename= is left out: the file is sent as a value; @ sends it as a file")
            filename = nil
        }
        return part(try content(of: path))
    }

    /// A file with its filename; more may follow after a comma.
    mutating func file(_ lexer: inout FormArgumentLexer) throws -> FormPart {
        (type, filename, fields) = (nil, nil, [])
        let path = lexer.word(until: UInt8(ascii: ","))
        try readOptions(&lexer, end: UInt8(ascii: ","))
        let base = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last
        filename = filename ?? base.map { Array($0) } ?? path
        return part(try content(of: path))
    }

    private func part(_ content: PartContent) -> FormPart {
        FormPart(name: name, filename: filename, contentType: type, fields: fields, content: content)
    }

    private mutating func content(of path: [UInt8]) throws -> PartContent {
        guard !path.isEmpty else {
            throw CommandFailure.usage("\(option) '\(PrintableText.text(name))=': names no file")
        }
        guard path == [UInt8(ascii: "-")] else { return .file(path: SystemPath.text(path)) }
        guard !readsStandardInput else {
            throw CommandFailure.usage("standard input can be sent once only")
        }
        readsStandardInput = true
        let input = try StandardInput()
        return .stream(length: input.length) { try input.open() }
    }

    private mutating func readOptions(_ lexer: inout FormArgumentLexer, end: UInt8?) throws {
        while lexer.current == UInt8(ascii: ";") {
            lexer.skip()
            lexer.skipBlanks()
            if lexer.skip("type=") {
                let words = lexer.words(until: end) { rest in
                    !Self.names.contains { rest.startsIgnoringCase(with: $0) } && !rest.isEmpty
                }
                type = try Self.mediaType(words)
            } else if lexer.skip("filename=") {
                filename = lexer.word(until: end)
            } else if lexer.skip("headers=") {
                try readHeaders(&lexer, end: end)
            } else if lexer.skip("encoder=") {
                throw CommandFailure.usage(
                    "\(option) '\(PrintableText.text(name))=…;encoder=': a Content-Transfer-Encoding is deprecated "
                        + "(RFC 7578 §4.7), and servers store the encoded text"
                )
            } else {
                let word = lexer.word(until: end)
                if !word.isEmpty {
                    remarks.append("';\(PrintableText.text(word))' is left out: no such option")
                }
            }
        }
    }

    private static let names: [StaticString] = ["type=", "filename=", "headers=", "encoder="]

    private mutating func readHeaders(_ lexer: inout FormArgumentLexer, end: UInt8?) throws {
        guard lexer.current == UInt8(ascii: "@") || lexer.current == UInt8(ascii: "<") else {
            fields.append(try Self.field(lexer.word(until: end)))
            return
        }
        lexer.skip()
        let path = SystemPath.text(lexer.word(until: end))
        guard let data = Self.lines(ofFileAt: path) else {
            throw CommandFailure.unreadable("\(path): cannot be read for its header fields")
        }
        for line in data.split(separator: UInt8(ascii: "\n")) {
            let text = Array(line.last == 0x0D ? line.dropLast() : line)
            if !text.isEmpty, text.first != UInt8(ascii: "#") { fields.append(try Self.field(text)) }
        }
    }

    /// The greatest length of a file of header fields in bytes: readers of forms take less.
    private static let headersLimit = 1 << 20

    private static func lines(ofFileAt path: String) -> [UInt8]? {
        guard let source = try? FileDescriptorSource(path: path) else { return nil }
        var buffer = [UInt8](repeating: 0, count: headersLimit)
        var length = 0
        while length < headersLimit {
            let count = buffer.withUnsafeMutableBytes { bytes in
                try? source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[length...]))
            }
            guard let count else { return nil }
            if count == 0 { break }
            length += count
        }
        return Array(buffer[..<length])
    }

    private static func field(_ line: [UInt8]) throws -> FormPart.Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            throw CommandFailure.usage(
                "headers='\(PrintableText.text(line))': must be a name, a colon and a value"
            )
        }
        return FormPart.Field(
            name: String(decoding: line[..<colon], as: UTF8.self),
            value: String(decoding: line[(colon + 1)...].drop(while: \.isBlank), as: UTF8.self)
        )
    }

    private static func mediaType(_ text: [UInt8]) throws -> String {
        let essence = text.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
        let names = essence.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isTokenCharacter) }) else {
            throw CommandFailure.usage("type='\(PrintableText.text(text))': is not a media type")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
