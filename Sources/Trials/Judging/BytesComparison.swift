import Bytes
import Forms

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a form that arrived, held against those that browsers write for the same form, boundary aside.
///
/// Contents are compared by their digests elsewhere; here it is all that stands around them.
enum BytesComparison {
    /// The first difference in a sentence; `nil` where there is none, or the form is one that the writer refuses.
    static func firstDifference(_ form: Form, _ expected: [ExpectedPart]) -> String? {
        if !form.preamble.isEmpty {
            return "\(Quantity.of(form.preamble.count, "byte")) before the first delimiter"
        }
        for (part, expected) in zip(form.parts, expected) {
            if !part.delimiter.isRegular {
                return "the delimiter of part \(part.number) is not a line of its own"
            }
            if let difference = difference(in: part, expected) { return difference }
        }
        guard let close = form.close else { return "there is no close delimiter" }
        if !close.isRegular { return "the close delimiter is not a line of its own" }
        switch form.epilogue.count {
        case 2: return nil
        case 0: return "nothing follows the close delimiter, where browsers write CR LF"
        default:
            return
                "\(Quantity.of(form.epilogue.count, "byte")) after the close delimiter, where browsers write CR LF"
        }
    }

    private static func difference(in part: BodyPart, _ expected: ExpectedPart) -> String? {
        guard let wanted = header(of: expected, typedAs: part.header.value(named: "content-type")) else {
            return nil
        }
        let arrived = part.header[part.header.range]
        guard !arrived.elementsEqual(wanted) else { return nil }
        let lines = (lines(of: arrived), lines(of: wanted[...]))
        let index = zip(lines.0, lines.1).prefix { $0 == $1 }.count
        let place = "part \(part.number): "
        guard index < lines.0.count else { return "\(place)`\(lines.1[index])` is missing" }
        guard index < lines.1.count else { return "\(place)`\(lines.0[index])`, which browsers do not write" }
        return "\(place)`\(lines.0[index])`, where browsers write `\(lines.1[index])`"
    }

    /// The header lines as browsers write them.
    ///
    /// - Parameters:
    ///   - part: what was asked for.
    ///   - type: the type that the client chose, where it was free to.
    /// - Returns: the lines, each with its line break; `nil` where the writer refuses them.
    private static func header(of part: ExpectedPart, typedAs type: ArraySlice<UInt8>?) -> [UInt8]? {
        let chosen = type.map { String(decoding: $0, as: UTF8.self) }
        let isFile = part.filename != nil
        let single = FormPart(
            name: part.name,
            filename: part.filename,
            contentType: isFile ? part.type ?? chosen : nil,
            content: .bytes([])
        )
        let isUntyped = isFile && single.contentType == nil
        let boundary = "b"
        guard let writer = try? MultipartWriter([single], boundary: boundary),
            let body = try? writer.pull().chunk(ofAtMost: 1 << 20)
        else { return nil }
        // --b CRLF header CRLF CRLF --b-- CRLF
        let header = Array(body.dropFirst(5).dropLast(2 + 2 + 5 + 2))
        // No type is a choice that a client has.
        guard isUntyped, let end = header.firstIndex(of: 0x0A) else { return header }
        return Array(header[...end])
    }

    private static func lines(of header: ArraySlice<UInt8>) -> [String] {
        header.split(separator: 0x0A, omittingEmptySubsequences: true).map { line in
            PrintableText.text(line.last == 0x0D ? line.dropLast() : line, limit: 160)
        }
    }
}
