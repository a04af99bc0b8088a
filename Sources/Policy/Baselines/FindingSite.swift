import Bytes
import Exchanges
import Forms
import Inspection

/// Where in a request a finding is, without an offset: which part of the form, which header and parameter.
struct FindingSite: Hashable, Sendable {
    /// The name of the part; `nil` where the finding is not about a part, empty where the part has no name.
    var part: String?
    /// The place, such as `content-disposition filename`, `content` or `close delimiter`.
    var place: String

    /// Determines where a finding is.
    init(_ finding: Finding, in exchange: Exchange, _ form: Form?) {
        let offset = finding.range.lowerBound
        guard finding.place == .body else {
            place = exchange.request.map { Self.head(offset, finding, $0) } ?? "head"
            return
        }
        guard let form else {
            place = "body"
            return
        }
        guard let number = finding.part, number > 0, number <= form.parts.count else {
            place = Self.outside(offset, form)
            return
        }
        let found = form.parts[number - 1]
        part = found.name.map(RequestShape.text) ?? ""
        place = Self.inside(offset, found)
    }

    private static func head(_ offset: Int, _ finding: Finding, _ request: Message) -> String {
        if offset < request.head.fields.range.lowerBound { return "start line" }
        if let line = request.head.fields.lines.first(where: { $0.range.contains(offset) }) {
            return header(
                line,
                request.head.fields,
                MediaType(request.head.fields)?.value.parameters ?? [],
                offset
            )
        }
        return finding.place == .wire ? "framing" : "head"
    }

    private static func inside(_ offset: Int, _ part: BodyPart) -> String {
        if offset < part.header.range.lowerBound { return "delimiter" }
        if let line = part.header.lines.first(where: { $0.range.contains(offset) }) {
            let parameters =
                (part.disposition?.value.parameters ?? []) + (part.mediaType?.value.parameters ?? [])
            return header(line, part.header, parameters, offset)
        }
        return offset < part.content.lowerBound ? "header" : "content"
    }

    private static func outside(_ offset: Int, _ form: Form) -> String {
        if let close = form.close, offset >= close.text.lowerBound {
            return offset < close.text.upperBound ? "close delimiter" : "epilogue"
        }
        if form.preamble.contains(offset) { return "preamble" }
        return offset >= form.length ? "end" : "body"
    }

    /// The name of a header, in lowercase, and the name of the parameter at the offset.
    private static func header(
        _ line: FieldLine,
        _ section: FieldSection,
        _ parameters: [Parameter],
        _ offset: Int
    ) -> String {
        let parameter = parameters.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
        return ([section[line.name]] + (parameter.map { [section[$0.name]] } ?? []))
            .map { RequestShape.text($0.map(\.lowercased)) }
            .joined(separator: " ")
    }
}
