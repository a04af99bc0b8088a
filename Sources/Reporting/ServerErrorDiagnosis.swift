import Bytes
package import Inspection
import Pipeline

/// What explains a server's error, of all that was found.
package struct ServerErrorDiagnosis: Hashable, Sendable {
    /// What the server said, as it was given.
    package let text: String
    /// The entries of the catalogue that know it, the most telling first.
    package let errors: [ServerError]
    /// The rules that they name, the likeliest first, each once.
    package let rules: [String]

    private var foundRules = Set<String>()
    private var uploadCount = 0
    private var incompleteCount = 0
    private var hasFaults = false

    /// Begins a diagnosis of what a server said.
    package init(of text: String) {
        self.text = text
        errors = ServerError.found(in: text)
        var seen = Set<String>()
        rules = errors.flatMap(\.rules).filter { seen.insert($0).inserted }
    }

    /// The rules that may explain the error and have found something, the likeliest first.
    package var found: [String] { rules.filter(foundRules.contains) }

    /// Whether there are uploads, all of them whole, and nothing is wrong with them.
    package var conforms: Bool { uploadCount > 0 && incompleteCount == 0 && !hasFaults }

    /// Takes in what was found in an exchange.
    mutating func add(_ exchange: InspectedExchange) {
        guard exchange.isUpload || !exchange.findings.isEmpty else { return }
        uploadCount += 1
        if exchange.isIncomplete { incompleteCount += 1 }
        for located in exchange.findings {
            if located.finding.severity > .note { hasFaults = true }
            foundRules.insert(located.finding.rule)
            for consequence in located.finding.consequences { foundRules.insert(consequence.rule) }
        }
    }

    /// What is said of it at the end of a report.
    func rows(_ style: TextStyle) -> [String] {
        guard !errors.isEmpty else { return [] }
        let title = style.paint(quoted, .strong)
        return ["", title]
            + sentences.joined(separator: " ").lines(of: min(style.width, 100) - 2).map { "  \($0)" }
    }

    /// What the server said, fit to be shown, between quotation marks.
    var quoted: String { "\"\(PrintableText.text(text, limit: 200))\"" }

    /// What it means, and what of that was found; nothing where no software is known to say so.
    var sentences: [String] {
        guard let error = errors.first else { return [] }
        var sentences = ["\(error.software) says so: \(error.meaning)"]
        if !found.isEmpty {
            sentences.append("What was found of that here: \(found.joined(separator: ", ")).")
        }
        if uploadCount == 0 {
            sentences.append("There is no upload here that could explain it.")
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
        } else if found.isEmpty {
            sentences.append("None of its usual causes is here; mend what was found, then look again.")
        }
        return sentences
    }
}
