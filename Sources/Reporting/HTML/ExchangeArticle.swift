import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// An exchange in the list of a page: its row, and its data for the script.
struct ExchangeArticle {
    /// Characters by which an exchange can be found: a filter is no full-text search.
    private static let searchedText = 1_000
    /// Parts by whose names it can be found.
    private static let searchedParts = 50
    /// Findings that are told where scripts are off.
    private static let briefFindings = 20

    private let inspected: InspectedExchange

    /// The id of its element.
    let id: String

    /// Prepares for an exchange.
    init(_ inspected: InspectedExchange) {
        self.inspected = inspected
        id = "e\(inspected.capture)-\(inspected.number)"
    }

    /// What the template takes.
    ///
    /// - Parameters:
    ///   - data: the data for the script.
    ///   - capture: the capture's path, where it stands above its exchanges, of which this is the first.
    /// - Returns: the names that the template knows.
    func context(data: String, capture: String?) -> PageTemplates.Context {
        let row = ExchangeRow(inspected, since: nil, namesEncoder: false)
        let verdict = Verdict(inspected)
        var context: PageTemplates.Context = [
            "id": id,
            "number": row[.number].text,
            "method": row[.method].text,
            "url": row[.url].text,
            "status": row[.status].text,
            "isRefused": (inspected.exchange.status ?? 0) >= 400,
            "parts": row[.parts].text,
            "bytes": row[.bytes].text,
            "verdict": verdict.text,
            "ink": verdict.ink.className,
            "search": search(row, verdict),
            "isForm": inspected.isUpload,
            "findings": inspected.findings.prefix(Self.briefFindings).map {
                located -> PageTemplates.Context in
                [
                    "severity": located.finding.severity.rawValue, "rule": located.finding.rule,
                    "message": PageText.sentence(located.finding.message, limit: 600, isLeading: true),
                ]
            },
            "data": data,
        ]
        if let worst = inspected.worst { context["worst"] = worst.rawValue }
        if let capture { context["capture"] = capture }
        return context
    }

    private func search(_ row: ExchangeRow, _ verdict: Verdict) -> String {
        var words = [
            "#\(inspected.number)", row[.method].text, row[.url].text, row[.status].text, verdict.text,
        ]
        var rules = Set<String>()
        for located in inspected.findings where rules.insert(located.finding.rule).inserted {
            words.append(located.finding.rule)
        }
        for part in (inspected.form?.parts ?? []).prefix(Self.searchedParts) {
            for text in [part.name, part.filename] {
                if let text { words.append(PrintableText.text(text, limit: 100)) }
            }
        }
        let text = words.joined(separator: " ").lowercased()
        return text.utf8.count > Self.searchedText ? String(text.prefix(Self.searchedText)) : text
    }
}

extension Ink {
    /// The class of an element in this colour.
    var className: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        case .good: "good"
        default: ""
        }
    }
}
