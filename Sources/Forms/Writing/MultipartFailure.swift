import Bytes

/// Why a form cannot be written.
public enum MultipartFailure: Error, Hashable, Sendable {
    /// A file cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// A file ended before its declared length, in bytes.
    case shrank(path: String, promised: Int, found: Int)
    /// A file continues after its declared length, in bytes.
    case grew(path: String, promised: Int)
    /// A stream had fewer bytes than declared (`found`), or more (`found` is `nil`).
    case streamLength(part: Int, promised: Int, found: Int?)
    /// A stream could not be opened or read.
    case streamFailed(part: Int, reason: String)
    /// A name, a filename, a type or a field holds a byte that the dialect cannot write.
    case unwritable(label: String, text: [UInt8], byte: UInt8)
    /// The boundary is not valid (RFC 2046 §5.1.1): 1 to 70 characters of its grammar, the last of them not a
    /// space.
    case invalidBoundary(String)
    /// The given boundary occurs in a part, numbered from 1, at an offset of its content, or `nil` for its
    /// header.
    case boundaryOccurs(boundary: String, part: Int, offset: Int?)
    /// The sum of the parts' lengths overflows.
    case tooLong
    /// A group of files holds another group.
    case nestedTooDeep(part: Int)
    /// The task that reads the form was cancelled.
    case cancelled
}

extension MultipartFailure: CustomStringConvertible {
    /// One line, in lowercase, that names the place.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .shrank(let path, let promised, let found):
            "\(path): ended after \(found) bytes, though it had \(promised) when the form was begun"
        case .grew(let path, let promised):
            "\(path): holds more than the \(promised) bytes that it had when the form was begun"
        case .streamLength(let part, let promised, let found?):
            "part \(part): its stream ended after \(found) bytes of \(promised)"
        case .streamLength(let part, let promised, nil):
            "part \(part): its stream goes on after the \(promised) bytes that were promised"
        case .streamFailed(let part, let reason): "part \(part): \(reason)"
        case .unwritable(let label, let text, UInt8(ascii: "\\")):
            "the \(label) '\(PrintableText.text(text, limit: 80))' ends in a backslash, "
                + "which hides the closing quote from many receivers"
        case .unwritable(let label, let text, let byte):
            "the \(label) '\(PrintableText.text(text, limit: 80))' holds the byte 0x\(Self.hex(byte)), "
                + "which cannot be written"
        case .invalidBoundary(let boundary):
            "'\(PrintableText.text(Array(boundary.utf8), limit: 80))' is not a boundary: it takes 1 to 70 of the letters, "
                + "digits, spaces and '()+_,-./:=?, and no space at its end"
        case .boundaryOccurs(let boundary, let part, let offset?):
            "the boundary '\(boundary)' occurs in the content of part \(part), at offset \(offset)"
        case .boundaryOccurs(let boundary, let part, nil):
            "the boundary '\(boundary)' occurs in the header of part \(part)"
        case .tooLong: "the parts are longer together than can be counted"
        case .nestedTooDeep(let part): "part \(part): a group of files holds another group"
        case .cancelled: "the writing was cancelled"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
