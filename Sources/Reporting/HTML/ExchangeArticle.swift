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
    private let path: String?

    /// The id of its element.
    let id: String

    /// Prepares for an exchange; `path` is that of its capture, where the page has several.
    init(_ inspected: InspectedExchange, path: String? = nil) {
        self.inspected = inspected
        self.path = path.map { PrintableText.text($0, limit: 400) }
        id = "e\(inspected.capture)-\(inspected.number)"
    }

    /// Its element.
    ///
    /// - Parameters:
    ///   - data: the data for the script, escaped for a `script` element; `nil` where the script fetches it.
    ///   - isFirst: whether this is the first exchange of its capture: the capture's path stands above it.
    /// - Returns: the markup.
    func markup(data: String?, isFirst: Bool = false) -> String {
        let row = ExchangeRow(inspected, since: nil, namesEncoder: inspected.isUpload)
        let verdict = Verdict(inspected)
        let capture = path.map(HTMLText.escaped)
        let heading = isFirst ? capture.map { "<h3><bdi>\($0)</bdi></h3>\n" } ?? "" : ""
        let origin = capture.map { " data-capture=\"\($0)\"" } ?? ""
        let worst = inspected.worst.map { " data-worst=\"\($0.rawValue)\"" } ?? ""
        let form = inspected.isUpload ? " data-form" : ""
        let refused = (inspected.exchange.status ?? 0) >= 400 ? " refused" : ""
        let content =
            data.map {
                "<div class=\"brief\">\(brief)</div><script type=\"application/json\">\($0)</script>"
            } ?? ""
        func cell(_ field: ExchangeRow.Field) -> String { HTMLText.escaped(row[field].text) }
        // No blanks between elements: each is a node, and a long list has hundreds of thousands.
        return """
            \(heading)<details class="exchange" id="\(id)" \
            data-search="\(HTMLText.escaped(search(row, verdict)))"\(worst)\(form)>\
            <summary><span class="index">\(cell(.number))</span><span class="method">\(cell(.method))</span>\
            <bdi class="url"\(origin)>\(cell(.url))</bdi><span class="status\(refused)">\(cell(.status))</span>\
            <span class="number lesser">\(cell(.parts))</span><span class="number lesser">\(cell(.bytes))</span>\
            <span class="encoder lesser" title="\(cell(.encoder))">\(cell(.encoder))</span>\
            <span class="verdict"><span class="badge \(verdict.ink.className)" title="\(HTMLText.escaped(verdict.text))">\
            \(HTMLText.escaped(verdict.label))</span></span></summary>\
            \(content)</details>

            """
    }

    /// The findings in a line each, for browsers without scripts.
    private var brief: String {
        guard !inspected.findings.isEmpty else { return "Nothing was found." }
        return inspected.orderedFindings.prefix(Self.briefFindings).enumerated().map { index, located in
            let severity = located.finding.severity.rawValue
            let message = PageText.sentence(located.finding.message, limit: 600, isLeading: true).html
            return
                "<div id=\"\(id).\(index + 1)\"><span class=\"badge \(severity)\">\(severity)</span> \(message) "
                + "<code class=\"rule\">\(HTMLText.escaped(located.finding.rule))</code></div>"
        }.joined()
    }

    private func search(_ row: ExchangeRow, _ verdict: Verdict) -> String {
        var words = [
            "#\(inspected.number)", row[.method].text, row[.url].text, row[.status].text, row[.encoder].text,
            verdict.text,
        ]
        if let path { words.append(path) }
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
