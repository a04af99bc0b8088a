import Bytes
import Forms

/// The traits of one part's header lines.
struct PartTraits {
    private let subject: String
    private let part: BodyPart
    private let common: Set<String>
    private let respelled: Set<String>

    /// Prepares for a part.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - subject: what reports call it.
    ///   - common: the field names, in small letters, that the part has in all requests.
    ///   - respelled: those of them that are not spelt alike.
    init(_ part: BodyPart, subject: String, common: Set<String>, respelled: Set<String>) {
        self.part = part
        self.subject = subject
        self.common = common
        self.respelled = respelled
    }

    /// The field names of a part in order, in small letters and as sent.
    static func names(of part: BodyPart) -> [(folded: String, sent: String)] {
        part.header.lines.map { line in
            let name = part.header[line.name]
            return (PrintableText.text(name.map(\.lowercased)), PrintableText.text(name))
        }
    }

    /// The traits, the content left out.
    var traits: [Trait] {
        let names = Self.names(of: part)
        let order = names.map(\.folded).filter(common.contains)
        let spelling = names.filter { respelled.contains($0.folded) }.map(\.sent)
        var traits = [
            Trait(subject, "order of fields", order.joined(separator: ", "), .cosmetic),
            Trait(subject, "letters of field names", spelling.joined(separator: ", "), .cosmetic),
        ]
        traits += dispositionTraits
        for (name, line) in zip(names, part.header.lines) where name.folded != "content-disposition" {
            let isType = name.folded == "content-type"
            let value = part.header[line.value]
            traits.append(
                Trait(subject, "field \(name.folded)", bytes: value, isType ? .mayMatter : .receiversDiffer)
            )
        }
        return traits
    }

    private var dispositionTraits: [Trait] {
        guard let disposition = part.disposition else { return [] }
        let header = part.header
        let value = disposition.value
        let names = value.parameters.map { PrintableText.text(header[$0.name].map(\.lowercased)) }
        var traits = [
            Trait(subject, "disposition type", bytes: header[value.leading], .mayMatter),
            Trait(subject, "order of parameters", names.joined(separator: ", "), .receiversDiffer),
            Trait(subject, "between parameters", separators(value), .cosmetic),
        ]
        for (name, parameter) in zip(names, value.parameters) {
            traits.append(Trait(subject, name, bytes: header[parameter.value], .receiversDiffer))
            traits.append(Trait(subject, "\(name), quoting", quoting(parameter), .receiversDiffer))
        }
        return traits
    }

    /// The bytes between one parameter and the next, each kind once.
    private func separators(_ value: ParameterizedValue) -> String {
        var kinds: [String] = []
        var end = value.leading.upperBound
        for parameter in value.parameters {
            let lower = min(end, parameter.range.lowerBound)
            let text = "\"\(PrintableText.text(part.header[lower..<parameter.range.lowerBound]))\""
            if !kinds.contains(text) { kinds.append(text) }
            end = parameter.range.upperBound
        }
        return kinds.joined(separator: ", ")
    }

    private func quoting(_ parameter: Parameter) -> String {
        switch parameter.quoting {
        case .bare: "token"
        case .quoted: "quoted"
        case .unterminated: "quotation mark that is never closed"
        case .absent: "no value"
        }
    }
}
