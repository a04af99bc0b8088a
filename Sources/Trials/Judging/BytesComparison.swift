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
        let arrived = HeaderText.lines(of: part.header[part.header.range])
        let written = HeaderText.lines(of: wanted[...])
        let place = "part \(part.number): "
        for index in 0..<max(arrived.count, written.count) {
            guard index < arrived.count else { return "\(place)`\(written[index].shown)` is missing" }
            guard index < written.count else {
                return "\(place)`\(arrived[index].shown)`, which browsers do not write"
            }
            if let difference = arrived[index].difference(from: written[index]) { return place + difference }
        }
        guard part.headerEnd == .blankLine, part.blankLine == .lf else { return nil }
        return "\(place)the blank line after the header ends in LF, where browsers write CR LF"
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
            contentType: isFile ? part.isTypeFree ? chosen : part.type ?? chosen : nil,
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
}

/// A line of a part's header, byte by byte: its text, and what ends it.
private struct HeaderText {
    /// The most bytes of a line that are shown.
    private static let widthLimit = 160
    /// The bytes that are shown before the first difference, where a line is shown from its middle on.
    private static let contextLength = 40

    private let text: ArraySlice<UInt8>
    private let ending: String

    private init(_ line: ArraySlice<UInt8>) {
        let isEnded = line.last == 0x0A
        let rest = isEnded ? line.dropLast() : line
        let endsInCR = isEnded && rest.last == 0x0D
        text = endsInCR ? rest.dropLast() : rest
        ending = endsInCR ? "CR LF" : isEnded ? "LF" : "nothing"
    }

    /// The lines of a header, in order.
    static func lines(of header: ArraySlice<UInt8>) -> [HeaderText] {
        var lines: [HeaderText] = []
        var rest = header
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            lines.append(HeaderText(rest[..<end]))
            rest = rest[end...]
        }
        return lines
    }

    /// The line without its end.
    var shown: String { PrintableText.text(text, limit: Self.widthLimit) }

    /// How it differs from the line that browsers write; `nil` where it is the same.
    func difference(from written: HeaderText) -> String? {
        if text.elementsEqual(written.text) {
            guard ending != written.ending else { return nil }
            return "`\(shown)` ends in \(ending), where browsers write \(written.ending)"
        }
        let place = zip(text, written.text).prefix { $0 == $1 }.count
        guard place + Self.contextLength > Self.widthLimit else {
            return "`\(shown)`, where browsers write `\(written.shown)`"
        }
        return "`\(shown(at: place))`, where browsers write `\(written.shown(at: place))`"
    }

    /// The line from a few characters before a place on, which would be cut off otherwise.
    private func shown(at place: Int) -> String {
        let rest = text.dropFirst(place - Self.contextLength).drop { $0 & 0xC0 == 0x80 }
        return "…" + PrintableText.text(rest, limit: Self.widthLimit)
    }
}
