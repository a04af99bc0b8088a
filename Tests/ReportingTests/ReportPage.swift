import Inspection
import InspectionRules
import Pipeline
import Reporting
import TestSupport
import Testing

/// A page as a test looks at it: its markup, and the data in it.
struct ReportPage {
    /// The whole page.
    let text: String

    /// The page about exchanges of one capture.
    init(
        _ exchanges: [InspectedExchange],
        limits: HTMLReporter.Limits = HTMLReporter.Limits(),
        namesCaptures: Bool = false
    ) {
        text = Sample.report(exchanges) { sink in
            HTMLReporter(
                to: sink,
                spool: StringSink(),
                rules: .ofForms,
                version: "0.1.0",
                limits: limits,
                namesCaptures: namesCaptures
            )
        }
    }

    /// What stands between two texts, each time that they follow one another.
    func all(from start: String, to end: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: start),
            let closing = rest[opening.upperBound...].firstRange(of: end)
        {
            found.append(String(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }

    /// The first of what stands between two texts.
    func first(from start: String, to end: String) throws -> String {
        try #require(all(from: start, to: end).first)
    }

    /// The data of the exchanges, in order.
    var data: [JSONDocument] {
        get throws {
            try all(from: "<script type=\"application/json\">", to: "</script>").map(
                JSONDocument.init(parsing:)
            )
        }
    }

    /// The start tags outside of scripts and style sheets, the values of their attributes left out.
    var bareTags: [String] {
        tags.map { tag in
            tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        }
    }

    /// The start tags outside of scripts and style sheets.
    var tags: [String] {
        var markup = text
        for element in ["script", "style"] {
            for content in all(from: "<\(element)", to: "</\(element)>") {
                markup = markup.replacing("<\(element)\(content)</\(element)>", with: "")
            }
        }
        return markup.split(separator: "<").dropFirst().map { String($0.prefix { $0 != ">" }) }
            .filter { !$0.hasPrefix("/") && !$0.hasPrefix("!") }
    }
}
