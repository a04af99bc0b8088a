import Bytes
import Exchanges
import Forms

/// The traits of one part's header, its field lines and the parameters of its Content-Disposition.
struct PartTraits {
    private let part: BodyPart
    /// Whether the record has the body as text, whose byte counts and characters depend on the recorder.
    private let isText: Bool
    /// The parameters of Content-Disposition with the ranges of their values as intended.
    private let parameters: [(parameter: Parameter, place: Range<Int>)]
    /// The field lines, without lines that are the rest of a value with an unescaped line break.
    private let lines: [FieldLine]
    /// The field names in order, in lowercase and as sent.
    let names: [(folded: String, sent: String)]

    /// Reads a part of a request.
    init(_ part: BodyPart, of request: ComparedRequest) {
        self.part = part
        isText = request.exchange.fidelity == .text
        parameters = Self.parameters(of: part)
        lines = Self.lines(of: part, after: parameters.last?.place.upperBound ?? 0)
        names = lines.map { Self.named($0.name, in: part) }
    }

    /// The names of the parameters of Content-Disposition in order, in lowercase and as sent.
    var parameterNames: [(folded: String, sent: String)] {
        parameters.map { Self.named($0.parameter.name, in: part) }
    }

    /// A name in lowercase, escaped for display.
    static func folded(_ name: ArraySlice<UInt8>) -> String { PrintableText.text(name.map(\.lowercased)) }

    private static func named(_ range: Range<Int>, in part: BodyPart) -> (folded: String, sent: String) {
        let name = part.header[range]
        return (folded(name), PrintableText.text(name))
    }

    /// The traits, except the order and spelling of names, and the content.
    var traits: [Trait] {
        let between = part.header.separators(of: lines)
        var traits = [Trait(.part, "between name and value", between, .cosmetic)]
        traits += dispositionTraits
        for (name, line) in zip(names.map(\.folded), lines) {
            switch name {
            case "content-disposition": continue
            case "content-length": traits.append(length(part.header[line.value]))
            case "content-type": traits.append(trait("field \(name)", type(line)))
            default: traits.append(trait("field \(name)", part.header[line.value]))
            }
        }
        return traits
    }

    /// A trait that is compared by bytes, as far as the record has them.
    private func trait(_ name: String, _ bytes: ArraySlice<UInt8>) -> Trait {
        var trait = Trait(.part, name, bytes: bytes, .mayMatter)
        trait.isLossy = isText && Self.isLossy(bytes)
        return trait
    }

    /// Whether a text may have other characters for bytes that its recorder could not show: U+FFFD for what
    /// is not valid UTF-8, a full stop for each non-ASCII byte, of which a character has two or more.
    static func isLossy(_ text: some Collection<UInt8>) -> Bool {
        text.contains([0x2E, 0x2E]) || text.contains(Array("\u{FFFD}".utf8))
    }

    /// The value of Content-Type, without the boundary of a nested multipart.
    private func type(_ line: FieldLine) -> ArraySlice<UInt8> {
        guard let type = part.mediaType, type.line == line else { return part.header[line.value] }
        return type.valueWithoutBoundary(in: part.header)
    }

    /// Whether a Content-Length is correct, not its value, which depends on the content.
    private func length(_ value: ArraySlice<UInt8>) -> Trait {
        let text = String(decoding: value, as: UTF8.self)
        let isRight = text == "\(part.content.count)"
        let words = isRight ? "right" : "says \(PrintableText.text(value)) of \(part.content.count) bytes"
        let trait = Trait(.part, "field content-length", words, .mayMatter)
        return isText ? trait.unknown() : trait
    }

    private var dispositionTraits: [Trait] {
        guard let disposition = part.disposition else { return [] }
        var traits = [
            trait("disposition type", part.header[disposition.type]),
            Trait(.part, "between parameters", separators(disposition.value), .cosmetic),
        ]
        for (parameter, place) in parameters {
            let name = Self.folded(part.header[parameter.name])
            var trait = trait(name, part.header[place])
            trait.manner = LabelWriting(part.header[place]).words
            traits.append(trait)
            // A quote on a later line closes a value with an unescaped line break.
            let isClosed = parameter.quoting == .unterminated && place.upperBound > parameter.value.upperBound
            if let quoting = (isClosed ? .quoted : parameter.quoting).words {
                var trait = Trait(.part, "quoting of \(name)", quoting, .mayMatter)
                trait.isTellingByAbsence = false
                traits.append(trait)
            }
        }
        return traits
    }

    /// The parameters of Content-Disposition with the ranges of their values as intended, without those that
    /// are the rest of a value with unescaped characters.
    private static func parameters(of part: BodyPart) -> [(parameter: Parameter, place: Range<Int>)] {
        guard let disposition = part.disposition, let label = IntendedLabel(part) else { return [] }
        var end = 0
        return disposition.value.parameters.compactMap { parameter in
            guard parameter.range.lowerBound >= end else { return nil }
            let place = label.place(of: parameter)
            end = place.upperBound
            return (parameter, place.isEmpty ? parameter.rawValue : place)
        }
    }

    /// The field lines up to Content-Disposition, and those after the end of its last value.
    private static func lines(of part: BodyPart, after end: Int) -> [FieldLine] {
        guard let disposition = part.disposition else { return part.header.lines }
        return part.header.lines.filter {
            $0.range.lowerBound <= disposition.line.range.lowerBound || $0.range.lowerBound > end
        }
    }

    /// The bytes between parameters, each kind once.
    private func separators(_ value: ParameterizedValue) -> String {
        var kinds: [String] = []
        var end = value.leading.upperBound
        for (parameter, place) in parameters {
            let lower = min(end, parameter.range.lowerBound)
            let text = "\"\(PrintableText.text(part.header[lower..<parameter.range.lowerBound], limit: 40))\""
            if !kinds.contains(text) { kinds.append(text) }
            end = max(parameter.range.upperBound, place.upperBound + (parameter.quoting == .bare ? 0 : 1))
        }
        return kinds.joined(separator: ", ")
    }
}
