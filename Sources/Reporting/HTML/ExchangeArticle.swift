import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// An exchange in the list of a page: its row, and its data for the script.
struct ExchangeArticle {
    /// The number of characters that the filter searches.
    private static let searchedText = 1_000
    /// The number of part names that the filter searches.
    private static let searchedParts = 50
    /// The number of findings that are shown without scripts.
    private static let briefFindings = 20

    private let inspected: InspectedExchange

    /// The id of its element.
    let id: String

    /// Prepares for an exchange.
    init(_ inspected: InspectedExchange) {
        self.inspected = inspected
        id = "e\(inspected.capture)-\(inspected.number)"
    }

    /// Its element.
    ///
    /// - Parameters:
    ///   - data: the data for the script, escaped for a `script` element; `nil` where the script fetches it.
    ///   - capture: the capture's path, if this is the first of its exchanges.
    /// - Returns: the markup.
    func markup(data: String?, capture: String?) -> String {
        let row = ExchangeRow(inspected, since: nil, namesEncoder: inspected.isUpload)
        let verdict = Verdict(inspected)
        let heading = capture.map { "<h3><bdi>\(HTMLText.escaped($0))</bdi></h3>\n" } ?? ""
        let worst = inspected.worst.map { " data-worst=\"\($0.rawValue)\"" } ?? ""
        let form = inspected.isUpload ? " data-form" : ""
        let refused = (inspected.exchange.status ?? 0) >= 400 ? " refused" : ""
        let content =
            data.map {
                "<div class=\"brief\">\n\(brief)</div>\n<script type=\"application/json\">\($0)</script>\n"
            } ?? ""
        func cell(_ field: ExchangeRow.Field) -> String { HTMLText.escaped(row[field].text) }
        return """
            \(heading)<details class="exchange" id="\(id)" \
            data-search="\(HTMLText.escaped(search(row, verdict)))"\(worst)\(form)>
            <summary><span class="index">\(cell(.number))</span><span class="method">\(cell(.method))</span>\
            <bdi class="url">\(cell(.url))</bdi><span class="status\(refused)">\(cell(.status))</span>\
            <span class="number lesser">\(cell(.parts))</span><span class="number lesser">\(cell(.bytes))</span>\
            <span class="encoder lesser" title="\(cell(.encoder))">\(cell(.encoder))</span>\
            <span class="verdict"><span class="badge \(verdict.ink.className)" title="\(HTMLText.escaped(verdict.text))">\
            \(HTMLText.escaped(verdict.label))</span></span></summary>
            \(content)</details>

            """
    }

    /// The findings in a line each, for browsers without scripts.
    private var brief: String {
        guard !inspected.findings.isEmpty else { return "<div>Nothing was found.</div>\n" }
        return inspected.orderedFindings.prefix(Self.briefFindings).enumerated().map { index, located in
            let severity = located.finding.severity.rawValue
            let message = PageText.sentence(located.finding.message, limit: 600, isLeading: true).html
            return
                "<div id=\"\(id).\(index + 1)\"><span class=\"badge \(severity)\">\(severity)</span> \(message) "
                + "<code>\(HTMLText.escaped(located.finding.rule))</code></div>\n"
        }.joined()
    }

    private func search(_ row: ExchangeRow, _ verdict: Verdict) -> String {
        var words = [
            "#\(inspected.number)", row[.method].text, row[.url].text, row[.status].text, row[.encoder].text,
            verdict.text,
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
    /// The class of an element with this colour.
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
