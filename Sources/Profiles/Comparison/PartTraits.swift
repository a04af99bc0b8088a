import Bytes
import Forms

/// The traits of one part's header, its field lines and the parameters of its Content-Disposition.
struct PartTraits {
    private let part: BodyPart

    /// Prepares for a part.
    init(_ part: BodyPart) {
        self.part = part
    }

    /// The field names in order, in small letters and as sent.
    var names: [(folded: String, sent: String)] {
        lines.map { named($0.name) }
    }

    /// The names of the parameters of Content-Disposition in order, in small letters and as sent.
    var parameterNames: [(folded: String, sent: String)] {
        parameters.map { named($0.parameter.name) }
    }

    /// A name in small letters, fit to be shown.
    static func folded(_ name: ArraySlice<UInt8>) -> String { PrintableText.text(name.map(\.lowercased)) }

    private func named(_ range: Range<Int>) -> (folded: String, sent: String) {
        let name = part.header[range]
        return (Self.folded(name), PrintableText.text(name))
    }

    /// The traits, but for the order and the spelling of names, and for the content.
    var traits: [Trait] {
        let between = part.header.separators(of: lines)
        var traits = [Trait(.part, "between name and value", between, .cosmetic)]
        traits += dispositionTraits
        for (name, line) in zip(names.map(\.folded), lines) {
            switch name {
            case "content-disposition": continue
            case "content-length": traits.append(length(part.header[line.value]))
            case "content-type": traits.append(Trait(.part, "field \(name)", bytes: type(line), .mayMatter))
            default: traits.append(Trait(.part, "field \(name)", bytes: part.header[line.value], .mayMatter))
            }
        }
        return traits
    }

    /// The value of Content-Type, without the boundary of a nested multipart.
    private func type(_ line: FieldLine) -> ArraySlice<UInt8> {
        guard let type = part.mediaType, type.line == line else { return part.header[line.value] }
        return type.valueWithoutBoundary(in: part.header)
    }

    /// Whether a Content-Length tells the truth, not what it is: that is the matter of the content.
    private func length(_ value: ArraySlice<UInt8>) -> Trait {
        let text = String(decoding: value, as: UTF8.self)
        let isRight = text == "\(part.content.count)"
        let words = isRight ? "right" : "says \(PrintableText.text(value)) of \(part.content.count) bytes"
        return Trait(.part, "field content-length", words, .mayMatter)
    }

    private var dispositionTraits: [Trait] {
        guard let disposition = part.disposition else { return [] }
        var traits = [
            Trait(.part, "disposition type", bytes: part.header[disposition.type], .mayMatter),
            Trait(.part, "between parameters", separators(disposition.value), .cosmetic),
        ]
        for (parameter, place) in parameters {
            let name = named(parameter.name).folded
            var trait = Trait(.part, name, bytes: part.header[place], .mayMatter)
            trait.manner = LabelWriting(part.header[place]).words
            traits.append(trait)
            // A quote on a later line closes the value for whoever wrote a line break into it.
            let isClosed = parameter.quoting == .unterminated && place.upperBound > parameter.value.upperBound
            if let quoting = (isClosed ? .quoted : parameter.quoting).words {
                var trait = Trait(.part, "quoting of \(name)", quoting, .mayMatter)
                trait.isTellingByAbsence = false
                traits.append(trait)
            }
        }
        return traits
    }

    /// The parameters of Content-Disposition with the places of their values as they were meant, without what only
    /// seems to be a parameter because something in a value was not escaped.
    private var parameters: [(parameter: Parameter, place: Range<Int>)] {
        guard let disposition = part.disposition, let label = MeantLabel(part) else { return [] }
        var end = 0
        return disposition.value.parameters.compactMap { parameter in
            guard parameter.range.lowerBound >= end else { return nil }
            let place = label.place(of: parameter)
            end = place.upperBound
            return (parameter, place.isEmpty ? parameter.rawValue : place)
        }
    }

    /// The field lines, without what only seems to be one because a line break in a value was not escaped.
    private var lines: [FieldLine] {
        guard let disposition = part.disposition else { return part.header.lines }
        let end = parameters.last?.place.upperBound ?? 0
        return part.header.lines.filter {
            $0.range.lowerBound <= disposition.line.range.lowerBound || $0.range.lowerBound > end
        }
    }

    /// The bytes between one parameter and the next, each kind once.
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
