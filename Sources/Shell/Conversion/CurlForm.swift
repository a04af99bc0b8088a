import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// A form as curl's `-F` options build it, or the reason why they cannot.
///
/// Boundary, field order in part headers and the like are curl's own; names, filenames, types, contents and
/// their order are those of the upload. What `-F` reads as more than the text of a name, a type or a header line is an
/// obstacle: `;headers=@FILE` in a part's type would have curl send a file of the person who runs the script.
struct CurlForm {
    /// Why `-F` cannot build the form.
    struct Obstacle: Error {
        /// A clause that follows "because".
        var reason: String
    }

    /// One part.
    struct Part {
        /// The number of the part, from 1.
        var number: Int
        /// The name, as sent.
        var name: [UInt8]
        /// The filename, as sent; `nil` for a field.
        var filename: [UInt8]?
        /// The value of its Content-Type; `nil` where it has none.
        var type: [UInt8]?
        /// Its other header lines.
        var fields: [[UInt8]]
        /// The range of its content in the body.
        var content: Range<Int>
    }

    /// The parts in their order.
    let parts: [Part]

    /// Converts the form of an upload.
    init(_ inspected: InspectedExchange) throws(Obstacle) {
        guard let form = inspected.form, let request = inspected.exchange.request,
            MediaType(request.head.fields)?.isFormData ?? false
        else { throw Obstacle(reason: "it is not declared as multipart/form-data") }
        if inspected.decoding?.isDecoded ?? false { throw Obstacle(reason: "it is compressed") }
        guard form.close != nil, form.preamble.isEmpty, form.epilogue.count <= 2,
            form.emptyDelimiters.isEmpty, form.trailingDelimiters.isEmpty, !form.usesObservedBoundary,
            form.keptPartCount == form.partCount, !form.parts.isEmpty, request.content.excessLength == 0
        else { throw Obstacle(reason: "it is not one part after the other between whole delimiters") }
        if let fault = inspected.findings.inReadingOrder.first(where: { $0.finding.severity == .error }) {
            throw Obstacle(reason: "it is broken (\(fault.finding.rule)), and curl builds none that is")
        }
        var parts: [Part] = []
        for part in form.parts { parts.append(try Self.part(part)) }
        self.parts = parts
    }

    private static func part(_ part: BodyPart) throws(Obstacle) -> Part {
        let which = "part \(part.number)"
        guard let disposition = part.disposition, disposition.filenameStar == nil, let name = part.name,
            !name.isEmpty
        else { throw Obstacle(reason: "\(which) has no plain name") }
        guard name.allSatisfy({ canStand($0) && $0 != UInt8(ascii: "=") }),
            part.filename?.allSatisfy(canStand) ?? true
        else { throw Obstacle(reason: "\(which) has a name that -F cannot give it") }
        if part.filename?.isEmpty ?? false { throw Obstacle(reason: "\(which) has an empty file name") }
        var result = Part(
            number: part.number,
            name: Array(name),
            filename: part.filename.map { Array($0) },
            type: nil,
            fields: [],
            content: part.content
        )
        for line in part.header.lines {
            guard line.colon != nil, line.foldCount == 0 else {
                throw Obstacle(reason: "\(which) has a header line that -F cannot write")
            }
            let fieldName = part.header[line.name]
            let value = part.header[line.value]
            if fieldName.equalsIgnoringCase("content-disposition") { continue }
            guard value.allSatisfy({ canStand($0) }), fieldName.allSatisfy(\.isTokenCharacter) else {
                throw Obstacle(reason: "\(which) has a header line that -F cannot write")
            }
            if fieldName.equalsIgnoringCase("content-type"), result.type == nil {
                if value.startsIgnoringCase(with: "multipart/") {
                    throw Obstacle(reason: "\(which) is a multipart in a part")
                }
                guard isPlainType(value) else {
                    throw Obstacle(reason: "\(which) has a Content-Type that -F cannot give it")
                }
                result.type = Array(value)
            } else if fieldName.equalsIgnoringCase("content-type") {
                throw Obstacle(reason: "\(which) has two Content-Type fields")
            } else {
                result.fields.append(Array(fieldName) + [0x3A, 0x20] + Array(value))
            }
        }
        if result.filename != nil, result.type == nil {
            throw Obstacle(reason: "\(which) is a file without a Content-Type, which curl would add")
        }
        return result
    }

    /// Whether a byte can be in an argument of `-F`, and is sent unchanged by every version of curl: those before 7.81
    /// put a backslash before each backslash and quotation mark, later ones encode the quotation mark.
    private static func canStand(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether `-F` reads a value as a type and nothing else: a type and a subtype, and perhaps a charset.
    ///
    /// `;` begins the next option of the part, and `,` the next file.
    private static func isPlainType(_ value: ArraySlice<UInt8>) -> Bool {
        let pieces = value.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let names = pieces[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy(isName) else { return false }
        guard pieces.count == 2 else { return true }
        let parameter = pieces[1].drop { $0 == 0x20 }
        return parameter.startsIgnoringCase(with: "charset=")
            && isName(parameter.dropFirst("charset=".utf8.count))
    }

    /// Whether bytes are a token of at most 127 characters, the most that curl reads of a type.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.count <= 127 && bytes.allSatisfy(\.isTokenCharacter)
    }
}

extension CurlForm.Part {
    /// The option for a part whose content is in a file.
    func option(file: String) -> [UInt8] {
        var text = name + [UInt8(ascii: "=")]
        text.append(UInt8(ascii: filename == nil ? "<" : "@"))
        text += Self.inQuotes(Array(file.utf8))
        if let filename { text += Array(";filename=".utf8) + Self.inQuotes(filename) }
        if let type { text += Array(";type=".utf8) + type }
        for field in fields { text += Array(";headers=".utf8) + Self.inQuotes(field) }
        return text
    }

    /// The option that contains a field's value, where that is short and plain enough.
    func literal(_ value: [UInt8]) -> [UInt8]? {
        guard filename == nil, type == nil, fields.isEmpty, value.count <= 200,
            value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), value.firstInvalidUTF8 == nil
        else { return nil }
        return name + [UInt8(ascii: "=")] + value
    }

    private static func inQuotes(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [0x22]
        for byte in bytes {
            if byte == 0x22 || byte == 0x5C { text.append(0x5C) }
            text.append(byte)
        }
        return text + [0x22]
    }
}
