import Bytes
import Inspection
import Pages

/// The forms of a page and the findings in it, as rows for the terminal.
struct PageRows {
    /// Bytes that are shown before and behind a place.
    private static let context = 120
    /// Controls of a form that are listed.
    private static let listedControls = 200

    /// The rows.
    private(set) var rows: [String] = []
    private let page: CapturedPage
    private let name: String
    private let style: TextStyle

    /// Lays out a page.
    init(_ page: CapturedPage, name: String, _ findings: [Finding], style: TextStyle) {
        self.page = page
        self.name = name
        self.style = style
        var title = style.paint(name, .strong)
        if let address = page.address?.text { title += "  \(PrintableText.text([UInt8](address.utf8)))" }
        rows.append(
            "\(title)  \(Quantity.of(page.length, "byte")), \(PrintableText.text([UInt8](page.charset.name.utf8), limit: 40))"
        )
        if !page.isWhole { rows.append("  only its beginning was read") }
        for form in page.forms { add(form) }
        let stray = page.controls.filter { $0.form == nil && $0.kind != .silent && $0.kind != .button }
        if !stray.isEmpty {
            rows.append("  in no form")
            add(stray)
        }
        for finding in findings { add(finding) }
    }

    private mutating func add(_ form: PageForm) {
        let label = form.label.map { " `\(PrintableText.text([UInt8]($0.utf8), limit: 60))`" } ?? ""
        let target = form.address?.text ?? form.action ?? ""
        let enctype = form.method == .post ? "  \(form.enctype.rawValue)" : ""
        let place = form.isEmptiedByTable ? "  between the tags of a table" : ""
        rows.append(
            "  form \(form.number)\(label)  \(form.method.rawValue) \(PrintableText.text([UInt8](target.utf8)))\(enctype)\(place)"
        )
        add(page.controls(of: form).filter { $0.kind != .silent && $0.kind != .button })
    }

    private mutating func add(_ controls: [PageControl]) {
        var table = TextTable([
            TextTable.Column(title: ""), TextTable.Column(title: ""), TextTable.Column(title: ""),
        ])
        table.rows = controls.prefix(Self.listedControls).map { control in
            [
                TextTable.Cell(control.type),
                TextTable.Cell(PrintableText.text([UInt8]((control.name ?? "").utf8), limit: 60), .strong),
                TextTable.Cell(Self.words(control).joined(separator: ", ")),
            ]
        }
        for row in table.text(style, indent: 4) { rows.append(row) }
        if controls.count > Self.listedControls {
            rows.append("    and \(controls.count - Self.listedControls) more")
        }
    }

    private static func words(_ control: PageControl) -> [String] {
        var words: [String] = []
        if control.isDisabled { words.append("disabled") }
        if control.isMultiple { words.append("multiple") }
        if let accept = control.accept {
            words.append("accepts \(PrintableText.text([UInt8](accept.utf8), limit: 80))")
        }
        switch control.association {
        case .parser: words.append("outside the form's tags, sent with it")
        case .attribute: words.append("by its form attribute")
        case .descendant, .none: break
        }
        let change = control.submission
        if let method = change.method { words.append("sends with \(method.rawValue)") }
        if let enctype = change.enctype { words.append("as \(enctype.rawValue)") }
        if let address = change.address {
            words.append("to \(PrintableText.text([UInt8](address.text.utf8), limit: 120))")
        }
        return words
    }

    private mutating func add(_ finding: Finding) {
        let ink = Ink(finding.severity)
        let label = style.paint("\(finding.severity.rawValue)[\(finding.rule)]", ink)
        rows.append("")
        rows.append(label + style.paint(": \(PrintableText.text(finding.message, limit: 600))", .strong))
        let start = max(finding.range.lowerBound - Self.context, 0)
        let end = min(finding.range.upperBound + Self.context, page.bytes.count)
        let located = LocatedFinding(
            finding: finding,
            frame: nil,
            excerpt: start < end ? Array(page.bytes[start..<end]) : [],
            excerptOffset: start
        )
        let excerpt = FindingExcerpt(located, origin: 0)
        let indent = String(repeating: " ", count: excerpt.gutter)
        rows.append(
            "\(indent)\(style.paint("-->", .gutter)) \(name), offset \(finding.range.lowerBound), \(line(of: finding.range.lowerBound))"
        )
        rows += excerpt.rows(style, ink: ink)
        rows.append("\(indent) \(style.paint("=", .gutter)) \(finding.source)")
        for (index, line) in finding.hint.lines(of: max(min(style.width, 100) - excerpt.gutter - 8, 20))
            .enumerated()
        {
            rows.append("\(indent) \(index == 0 ? "\(style.paint("=", .gutter)) fix: " : "       ")\(line)")
        }
    }

    private func line(of offset: Int) -> String {
        let before = page.bytes.prefix(offset)
        let column = before.reversed().prefix { $0 != 0x0A }.count
        return "line \(before.count { $0 == 0x0A } + 1), column \(column + 1)"
    }
}
