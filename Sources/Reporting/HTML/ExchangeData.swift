import Bytes
import Exchanges
import Forms
import Inspection
import Pages
import Pipeline

/// The data that the script shows of an exchange.
struct ExchangeData {
    /// The number of findings shown of one exchange: each kind is also shown once elsewhere.
    static let shownFindings = 200

    private let inspected: InspectedExchange
    private let path: String
    private let style = TextStyle()

    private let namesCapture: Bool

    /// Prepares for an exchange of the input at `path`, which is a fact of it where the page has several.
    init(_ inspected: InspectedExchange, path: String, namesCapture: Bool = false) {
        self.inspected = inspected
        self.path = path
        self.namesCapture = namesCapture
    }

    /// The data.
    ///
    /// - Parameters:
    ///   - bodyLimit: the number of bytes of the body to show, besides the bytes around findings.
    ///   - shownBytes: increased by the number of bytes that are shown.
    /// - Returns: the data, escaped for display but not yet for a `script` element.
    func value(bodyLimit: Int, shownBytes: inout Int) -> JSONValue {
        var blocks = BlockData.all(
            of: inspected.exchange,
            inspected.form,
            bodyLimit: bodyLimit,
            around: inspected.findings.filter { $0.finding.place == .body }.map(\.finding.range.lowerBound),
            shownBytes: &shownBytes
        )
        if inspected.form == nil, let body = BlockData(opening: inspected, limit: bodyLimit) {
            shownBytes += body.byteCount
            blocks.append(body)
        }
        if let head = BlockData(responseHead: inspected.exchange) { blocks.append(head) }
        var members: [JSONValue.Member] = [
            .init("facts", .array(facts.map { [.string($0.name), .string($0.value)] })),
            .init("blocks", .array(blocks.map(\.value))),
            .init("parts", .array(parts)),
            .init("findings", .array(inspected.orderedFindings.prefix(Self.shownFindings).map(finding))),
        ]
        if let origin { members.append(.init("origin", origin)) }
        if !inspected.isBareBody { members.append(.init("response", response)) }
        if let remark { members.append(.init("remark", .string(remark))) }
        return .object(members)
    }

    private var facts: [(name: String, value: String)] {
        let exchange = inspected.exchange
        var facts: [(name: String, value: String)] = []
        if namesCapture { facts.append(("capture", PrintableText.text(path, limit: 400))) }
        if let client = exchange.client, let server = exchange.server {
            var words = ["\(client) → \(server)", exchange.applicationProtocol.rawValue]
            if let tls = exchange.tls { words.append("\(tls)") }
            facts.append(("connection", words.joined(separator: ", ")))
        }
        if let request = exchange.request {
            var words: [String] = []
            if let first = request.arrival.firstFrame, let last = request.arrival.lastFrame {
                words.append(first == last ? "frame \(first)" : "frames \(first)–\(last)")
            }
            if let time = request.arrival.startedAt { words.append(time.text) }
            if !words.isEmpty { facts.append(("captured", words.joined(separator: ", "))) }
        }
        if let body = ExchangeHead(inspected, path: path, style: style).bodyWords {
            facts.append(("body", body))
        }
        if let form = inspected.form, let boundary = form.boundary {
            let origin = form.usesObservedBoundary ? "  (found in the body, not declared)" : ""
            facts.append(("boundary", PrintableText.text(boundary, limit: 400) + origin))
        }
        if exchange.fidelity < .wire, !inspected.isBareBody {
            facts.append(("proof", exchange.fidelity.name))
        }
        if let comment = exchange.remark {
            facts.append(("comment", PrintableText.text(comment, limit: 400)))
        }
        return facts
    }

    /// The form that made the request: its headline, remarks, and controls beside what was sent.
    private var origin: JSONValue? {
        guard let origin = inspected.origin?.value else { return nil }
        let text = OriginText(origin)
        return [
            "headline": .string(PrintableText.text([UInt8](text.headline.utf8), limit: 600)),
            "url": .string(PrintableText.text([UInt8]((origin.url ?? "").utf8), limit: 400)),
            "remarks": .array(text.remarks.map { .string(PrintableText.text([UInt8]($0.utf8), limit: 600)) }),
            "pairs": .array(
                text.pairs.prefix(Self.shownControls).map {
                    [.string($0.control), .string($0.sent), .bool($0.differs)]
                }
            ),
        ]
    }

    /// Controls of a form that are shown.
    private static let shownControls = 300

    /// The parts' numbers and labels.
    private var parts: [JSONValue] {
        (inspected.form?.parts ?? []).prefix(BlockData.namedParts).map { part in
            var words = "part \(part.number)"
            if let name = part.name { words += " \"\(PrintableText.text(name, limit: 60))\"" }
            if let filename = part.filename {
                words += ", file \"\(PrintableText.text(filename, limit: 60))\""
            }
            return [.integer(part.number), .string(words)]
        }
    }

    private func finding(_ located: LocatedFinding) -> JSONValue {
        let finding = located.finding
        let text = FindingText(inspected, path: path, style: style)
        var members: [JSONValue.Member] = [
            .init("rule", .string(finding.rule)),
            .init("severity", .string(finding.severity.rawValue)),
            .init("message", .string(PrintableText.text(finding.message, limit: 600))),
            .init("hint", .string(PrintableText.text(finding.hint, limit: 1200))),
            .init("spot", .string(text.spot(of: located).joined(separator: ", "))),
            .init("place", .string(finding.place.rawValue)),
            .init("lo", .integer(finding.range.lowerBound)),
            .init("hi", .integer(finding.range.upperBound)),
        ]
        if finding.isSecondary { members.append(.init("isSecondary", true)) }
        let also = finding.groupedConsequences.map { consequence, count -> JSONValue in
            let more = count > 1 ? " (and \(Quantity.grouped(count - 1)) more of this rule)" : ""
            return [
                .string(consequence.rule),
                .string(PrintableText.text(consequence.message + more, limit: 600)),
            ]
        }
        if !also.isEmpty { members.append(.init("also", .array(also))) }
        return .object(members)
    }

    private var response: JSONValue {
        guard let response = inspected.exchange.response else { return .null }
        let exchange = inspected.exchange
        let line = PrintableText.text(response.head.startLine, limit: 2000)
        let status = exchange.status.map { "status \($0)" } ?? ""
        var members: [JSONValue.Member] = [
            .init("start", .string(line.isEmpty ? status : line)),
            .init(
                "fields",
                .array(
                    response.head.fields.lines.map { line in
                        let value = PrintableText.text(response.head.fields[line.value], limit: 2000)
                        return [
                            .string(PrintableText.text(response.head.fields[line.name], limit: 200)),
                            line.colon == nil ? .null : .string(value),
                        ]
                    }
                )
            ),
            .init("body", .string("body of " + ExchangeHead.bodyWords(of: response))),
        ]
        if !exchange.informational.isEmpty {
            let statuses = exchange.informational.map(String.init).joined(separator: ", ")
            members.append(.init("before", .string("before it: status \(statuses)")))
        }
        return .object(members)
    }

    /// What is not shown, and why.
    private var remark: String? {
        let unshown = inspected.findings.count - Self.shownFindings
        if unshown > 0 {
            return "\(Quantity.of(unshown, "more finding")) of this exchange: --format json has them"
        }
        guard inspected.form == nil, inspected.opening.isEmpty, let request = inspected.exchange.request,
            request.content.bodyLength > 0
        else { return nil }
        return inspected.isUpload
            ? "The capture has no bytes of the body." : "The body is not a form: its bytes are not shown."
    }
}
