import Bytes
package import Inspection
package import LoggedErrors
import Pipeline

/// Which of the findings explain a server's error.
package struct ServerErrorDiagnosis: Hashable, Sendable {
    /// The server's text, as given.
    package let text: String
    /// The entries of the catalogue that match it, the most specific first.
    package let errors: [ServerError]
    /// The rules that may be the cause, each once: those that they name, the likeliest first, then those of their kind.
    package let rules: [String]

    private var foundRules = Set<String>()
    private var uploadCount = 0
    private var incompleteCount = 0
    private var hasFaults = false
    private var otherFormats = OtherFormats()

    /// Starts a diagnosis of a server's text, of which rules of a catalogue may be the cause.
    package init(of text: String, rules catalogue: RuleCatalogue) {
        self.text = text
        errors = ServerError.found(in: text)
        var seen = Set<String>()
        rules = (errors.flatMap(\.rules) + errors.flatMap { $0.kind.rules(of: catalogue) })
            .filter { seen.insert($0).inserted }
    }

    /// The rules that may explain the error and have findings, the likeliest first.
    package var found: [String] { rules.filter(foundRules.contains) }

    /// Whether there are uploads, all complete, and none has a fault.
    package var conforms: Bool { uploadCount > 0 && incompleteCount == 0 && !hasFaults }

    /// Adds the findings of an exchange.
    mutating func add(_ exchange: InspectedExchange) {
        otherFormats.add(exchange)
        guard exchange.isUpload || !exchange.findings.isEmpty else { return }
        if !exchange.isWithoutUpload { uploadCount += 1 }
        if exchange.isIncomplete { incompleteCount += 1 }
        for located in exchange.findings {
            if located.finding.severity > .note { hasFaults = true }
            foundRules.insert(located.finding.rule)
            for consequence in located.finding.consequences { foundRules.insert(consequence.rule) }
        }
    }

    /// The rows at the end of a report.
    func rows(_ style: TextStyle) -> [String] {
        guard let explanation else { return [] }
        let title = style.paint(quoted, .strong)
        return ["", title] + explanation.lines(of: min(style.width, 100) - 2).map { "  \($0)" }
    }

    /// The server's text, escaped for display, in quotation marks.
    var quoted: String { "\"\(PrintableText.text(text, limit: 200))\"" }

    /// What it means, and which causes were found; `nil` where no known software sends it.
    var explanation: String? { errors.isEmpty ? nil : sentences.joined(separator: " ") }

    private var sentences: [String] {
        guard let error = errors.first else { return [] }
        let verb = error.software.contains(" and ") ? "say" : "says"
        var sentences = ["\(error.software) \(verb) so: \(error.meaning)"]
        if !found.isEmpty {
            sentences.append("What was found of that here: \(found.joined(separator: ", ")).")
        }
        let other = otherFormat
        if let other { sentences.append(other) }
        if uploadCount == 0 {
            if other == nil { sentences.append("There is no upload here that could explain it.") }
        } else if conforms {
            sentences.append(
                "\(uploadCount == 1 ? "The request conforms" : "The requests conform"): look at the server. "
                    + error.elsewhere
            )
        } else if !hasFaults {
            sentences.append(
                "Nothing wrong was seen, but the capture does not hold the whole of every upload: capture again "
                    + "before you look at the server."
            )
        } else if found.isEmpty, other == nil {
            sentences.append("None of its usual causes is here: fix what was found, then check again.")
        }
        return sentences
    }

    /// What is said of a request that is no form, where that explains the error; beside an upload only of one that the
    /// server refused.
    private var otherFormat: String? {
        guard found.isEmpty, uploadCount == 0 || otherFormats.isRefused,
            errors.contains(where: { $0.kind.isOfOtherFormat })
        else { return nil }
        return otherFormats.sentence
    }
}
