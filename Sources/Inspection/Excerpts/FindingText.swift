import Bytes
package import Exchanges
package import Forms

/// A finding as shown on the terminal: sentence, place, bytes, clause, fix.
package struct FindingText: Sendable {
    /// The path of the input, raw.
    let path: String
    /// The index of the input among those given, from 0.
    let input: Int
    /// The number of the exchange; `nil` where the input is a body, or a single request.
    let number: Int?
    private let exchange: Exchange
    private let form: Form?
    private let files: FrameFiles?
    private let style: TextStyle

    /// Prepares for the findings of an exchange.
    ///
    /// - Parameters:
    ///   - path: the path of the input, raw.
    ///   - input: the index of the input among those given, from 0.
    ///   - number: the number of the exchange; `nil` where the path alone names it.
    ///   - exchange: the exchange.
    ///   - form: the form in its request.
    ///   - files: the files of a live capture; `nil` where frames are those of the input.
    ///   - style: colours and width.
    package init(
        path: String,
        input: Int = 0,
        number: Int?,
        exchange: Exchange,
        form: Form?,
        files: FrameFiles? = nil,
        style: TextStyle
    ) {
        self.files = files
        self.path = path
        self.input = input
        self.number = number
        self.exchange = exchange
        self.form = form
        self.style = style
    }

    /// The rows of a finding, each without its line break, and the column in which its notes begin.
    package func drawn(_ located: LocatedFinding) -> (rows: [String], indent: Int) {
        let finding = located.finding
        let ink = Ink(finding.severity)
        let label = "\(finding.severity.rawValue)[\(finding.rule)]"
        let sentence = "\(label): \(PrintableText.text(finding.message, limit: 600))"
        let lines = style.isTerminal ? sentence.wrapped(to: style.width) : [sentence]
        var rows = lines.enumerated().map { index, line in
            guard index == 0 else { return style.paint(line, .strong) }
            return style.paint(label, ink) + style.paint(String(line.dropFirst(label.count)), .strong)
        }
        let excerpt = FindingExcerpt(located, origin: origin(of: finding.place))
        let indent = excerpt.gutter + 1
        rows.append(Self.blanks(indent - 1) + style.paint("-->", .gutter) + " " + place(of: located))
        rows += excerpt.rows(style, ink: ink)
        rows += notes(finding, indent: indent)
        return (rows, indent)
    }

    /// The place of a finding: `upload.pcap#1  POST /upload  part 3 "file"  body offset 4045  frame 9`.
    package func place(of located: LocatedFinding) -> String {
        var words = [
            style.paint(Self.name(path: path, number: number), .strong)
        ]
        let request = style.requestLine(of: exchange)
        if !request.isEmpty { words.append(request) }
        return (words + spot(of: located)).joined(separator: "  ")
    }

    /// The place of a finding in its exchange: `part 3 "file"`, `body offset 4045`, `frame 9`.
    package func spot(of located: LocatedFinding) -> [String] {
        let finding = located.finding
        var words: [String] = []
        if let number = finding.part { words.append(part(number)) }
        let layer = located.coding == nil ? "" : "decoded "
        words.append("\(layer)\(finding.place.offsetName) \(finding.range.lowerBound)")
        if let place = located.http2?.words { words.append(place) }
        if let record = located.record { words.append("TLS record \(record)") }
        if let files {
            guard let place = files.place(of: located.frame) else { return words }
            let file = place.file.map { " of \(PrintableText.text($0, limit: 400))" } ?? ""
            words.append("frame \(place.frame)\(file)")
        } else if let frame = located.frame {
            words.append("frame \(frame)")
        }
        return words
    }

    /// The name of an exchange: `upload.pcap#1`; the path alone where there is no number.
    package static func name(path: String, number: Int?) -> String {
        let shown = PrintableText.text(path == "-" ? "standard input" : path, limit: 400)
        return number.map { "\(shown)#\($0)" } ?? shown
    }

    private func part(_ number: Int) -> String {
        guard let form, number > 0, number <= form.parts.count,
            var name = form.parts[number - 1].name
        else { return "part \(number)" }
        // A name that is not closed has its quote.
        if name.first == UInt8(ascii: "\"") { name = name.dropFirst() }
        return "part \(number) \"\(PrintableText.text(name, limit: 40))\""
    }

    private func note(_ label: String, _ text: String, indent: Int) -> [String] {
        Self.note(label, text, indent: indent, style: style)
    }

    private func notes(_ finding: Finding, indent: Int) -> [String] {
        var rows = note("", finding.source, indent: indent)
        if finding.isSecondary {
            rows += note(
                "note: ",
                "judged by the boundary that the body itself shows, not by the declared one",
                indent: indent
            )
        }
        rows += note("fix: ", finding.hint, indent: indent)
        for (consequence, count) in finding.groupedConsequences {
            let more = count > 1 ? " (and \(Quantity.grouped(count - 1)) more of this rule)" : ""
            rows += note("also: ", "\(consequence.rule): \(consequence.message)\(more)", indent: indent)
        }
        return rows
    }

    /// One note after the excerpt, wrapped with a hanging indent.
    package static func note(_ label: String, _ text: String, indent: Int, style: TextStyle) -> [String] {
        guard !text.isEmpty else { return [] }
        let hang = indent + 2 + label.count
        let lines = PrintableText.text(text, limit: 1200).lines(of: min(style.width, 110) - hang)
        return lines.enumerated().map { index, line in
            guard index == 0 else { return blanks(hang) + line }
            return blanks(indent) + style.paint("=", .gutter) + " " + style.paint(label, .strong) + line
        }
    }

    /// The offset of the first byte of the space that a finding's offsets count in.
    package func origin(of place: Finding.Place) -> Int {
        guard place != .body, let request = exchange.request, request.head.framing != .bare else { return 0 }
        return request.http2 == nil ? request.head.startLineOffset : 0
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}

extension HTTP2Place {
    /// The place in words: `DATA frame 3 of stream 5`.
    fileprivate var words: String {
        dataFrame.map { "DATA frame \($0) of stream \(stream)" } ?? "stream \(stream)"
    }
}

extension Finding {
    /// The first consequence of each rule, and the number of its consequences.
    package var groupedConsequences: [(Consequence, Int)] {
        var groups: [(Consequence, Int)] = []
        var places: [String: Int] = [:]
        for consequence in consequences {
            if let place = places[consequence.rule] {
                groups[place].1 += 1
            } else {
                places[consequence.rule] = groups.count
                groups.append((consequence, 1))
            }
        }
        return groups
    }
}

extension Finding.Place {
    /// The name of an offset in this place.
    package var offsetName: String {
        switch self {
        case .body: "body offset"
        case .head: "head offset"
        case .wire: "stream offset"
        }
    }
}

extension Exchange {
    /// The method and the target, escaped for display: `POST /upload`; empty for a bare body.
    package func requestLine(limit: Int = 4000) -> String {
        let words = [method, target].filter { !$0.isEmpty }
        return words.map { PrintableText.text($0, limit: limit) }.joined(separator: " ")
    }
}
