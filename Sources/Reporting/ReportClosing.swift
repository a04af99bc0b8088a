import Bytes
import Forms
import Inspection
import Policy

/// The last rows of a report for people: what was judged, and the result.
struct ReportClosing {
    private let totals: ReportTotals
    private let path: String?
    private let style: TextStyle
    private let namesInput: Bool

    /// Prepares the closing of a report.
    ///
    /// - Parameters:
    ///   - totals: the totals of all exchanges.
    ///   - path: the path of the input, where there was only one.
    ///   - style: colours and width.
    ///   - namesInput: whether the headline begins with the input.
    init(_ totals: ReportTotals, path: String?, style: TextStyle, namesInput: Bool = true) {
        self.totals = totals
        self.path = path
        self.style = style
        self.namesInput = namesInput
    }

    /// The rows.
    ///
    /// - Parameters:
    ///   - threshold: the least severity of the findings that were shown.
    ///   - explainsAll: whether unreadable input is named even where there are uploads.
    /// - Returns: the rows: the headline first, last what was not judged.
    func rows(shownFrom threshold: Severity, explainsAll: Bool = false) -> [String] {
        var rows = [headline(shownFrom: threshold)] + reservations
        let notes = totals.count(.note)
        if notes > 0, threshold > .note {
            rows.append("\(Quantity.of(notes, "note")): --threshold note shows \(notes == 1 ? "it" : "them")")
        }
        if let diagnosis = totals.diagnosis { rows += diagnosis.rows(style) }
        return rows + unjudged(explainsAll: explainsAll)
    }

    /// What was not judged, why, and what to do, a sentence each.
    ///
    /// - Parameter explainsAll: whether unreadable connections are named even where there are uploads.
    /// - Returns: the sentences.
    func unjudged(explainsAll: Bool = false) -> [String] {
        let isEmpty = totals.captures > 0 && totals.exchangesInCaptures == 0 && totals.packets ?? 0 == 0
        let remedy = isEmpty ? ["the capture is empty: record while the upload is sent"] : []
        let isSilent = totals.captures > 0 && totals.exchangesInCaptures == 0
        let kinds = isSilent ? [totals.packetKinds.sentence].compactMap(\.self) : []
        return remedy + kinds + (totals.judgedUploads == 0 || explainsAll ? explanations : [])
            + (totals.judgedUploads == 0 ? withoutBody + totals.others.sentences : [])
            + totals.unjudged.sentences
    }

    /// What was judged, and the result, in one line.
    func headline(shownFrom threshold: Severity) -> String {
        let counts = Severity.allCases.reversed().filter { $0 >= min(threshold, .warning) }
            .compactMap { severity in
                let count = totals.count(severity)
                return count > 0 ? style.paint(Quantity.of(count, severity.rawValue), Ink(severity)) : nil
            }
        guard counts.isEmpty else {
            let concerned = totals.exchangesWithFindings[min(threshold, .warning)]
            // Notes on requests without an upload are among them.
            let isOnUploads = threshold > .note || totals.formsWithoutBody == 0
            let uploads =
                isOnUploads && totals.forms > 0 && concerned <= totals.forms
                ? "\(Quantity.grouped(concerned)) of \(Quantity.of(totals.forms, "upload"))"
                : Quantity.of(concerned, "exchange")
            return lead + counts.joined(separator: ", ") + " in \(uploads)" + parenthesis
        }
        guard totals.judgedUploads > 0 else {
            return lead + nothing + (surroundings.isEmpty ? "" : " (\(surroundings))")
        }
        let uploads =
            "\(Quantity.of(totals.forms, "upload")) with \(Quantity.of(totals.parts, "part")) "
            + "(\(Quantity.of(totals.formBytes, "byte")))"
        let context = [surroundings, exchanges, outcome].filter { !$0.isEmpty }.joined(separator: ", ")
        // With gaps, or where some were not read, uploads cannot be said to conform.
        guard totals.incompleteForms == 0, totals.limitedForms == 0, totals.partlyUnreadCaptures == 0 else {
            return lead + "no fault seen in \(uploads): \(context)"
        }
        // Nor with known findings.
        guard totals.baselined == 0 else { return lead + "nothing new in \(uploads): \(context)" }
        let conforms = style.paint(totals.forms == 1 ? "conforms" : "conform", .good)
        return lead + "\(uploads) \(conforms): \(context)"
    }

    /// Why nothing was judged, in a few words.
    private var nothing: String {
        let all = Quantity.of(totals.exchangesInCaptures, "exchange")
        if totals.exchanges == 0, totals.exchangesInCaptures > 0, let selection = totals.selection {
            let verb = totals.exchangesInCaptures == 1 ? "matches" : "match"
            return "0 of \(all) \(verb) \(selection)"
        }
        guard totals.exchanges > 0 else {
            if totals.exchangesInCaptures > 0 { return "none of \(all) is selected: nothing was judged" }
            let filter = totals.packetFilter.map {
                " in packets that match --filter '\(PrintableText.text($0))'"
            }
            return "no HTTP exchange\(filter ?? ""): nothing was judged"
        }
        guard totals.unjudged.count > 0 else {
            return "no upload among \(Quantity.of(totals.exchanges, "exchange")): nothing was judged"
        }
        return "nothing was judged (\(Quantity.of(totals.exchanges, "exchange")))"
    }

    /// Restrictions of the headline: uploads that could not be fully judged, known findings, and requests that are no
    /// uploads.
    var reservations: [String] {
        let known = known + (totals.judgedUploads > 0 ? withoutBody : [])
        let (broken, chunked) = (totals.brokenOffForms, totals.brokenChunkForms)
        let lacking = totals.incompleteForms - broken - chunked
        let verb = lacking == 1 ? "is" : "are"
        let reservations = [
            lacking == 0
                ? nil
                : "\(Quantity.of(lacking, "upload")) \(verb) incomplete in the capture: "
                    + "what needs the missing bytes was not judged",
            broken == 0
                ? nil
                : "\(Quantity.of(broken, "upload")) ended before all was sent: what needs the rest was not judged",
            chunked == 0
                ? nil
                : "the chunks of \(Quantity.of(chunked, "upload")) cannot be told apart: "
                    + "what needs the end of the body was not judged",
            totals.limitedForms == 0
                ? nil
                : "\(Quantity.of(totals.limitedForms, "upload")) \(totals.limitedForms == 1 ? "has" : "have") more than "
                    + "\(Quantity.grouped(FormLimits().parts)) parts: those after them were not judged",
            totals.partlyUnreadCaptures == 0
                ? nil
                : "\(Quantity.of(totals.partlyUnreadCaptures, "capture is", "captures are")) damaged: "
                    + "what follows the damage could not be read, and was not judged",
        ]
        return reservations.compactMap(\.self) + known
    }

    /// The number of requests that only declare a form.
    private var withoutBody: [String] {
        let count = totals.formsWithoutBody
        guard count > 0 else { return [] }
        let verbs = count == 1 ? "declares a form and has" : "declare a form and have"
        return ["\(Quantity.of(count, "request")) \(verbs) no body: nothing was uploaded"]
    }

    /// The number of findings that are in the baseline.
    private var known: [String] {
        guard let baseline = totals.baseline, totals.baselined > 0 else { return [] }
        let verb = totals.baselined == 1 ? "is" : "are"
        return [
            "\(Quantity.of(totals.baselined, "finding")) \(verb) known to "
                + "\(PrintableText.text(baseline.path, limit: 400)) and not reported again"
        ]
    }

    private var outcome: String { totals.count(.note) > 0 ? "no error, no warning" : "nothing to report" }

    /// The input: its path, or the number of inputs.
    private var lead: String {
        guard namesInput else { return "" }
        guard let path else { return "\(Quantity.of(totals.captures, "capture")): " }
        return style.paint(path == "-" ? "standard input" : PrintableText.text(path, limit: 400), .strong)
            + ": "
    }

    private var surroundings: String {
        Quantity.list([(totals.packets ?? 0, "packet"), (totals.connections ?? 0, "connection")])
    }

    /// The number of exchanges; empty where the input was a body.
    private var exchanges: String {
        totals.connections == nil && totals.packets == nil ? "" : Quantity.of(totals.exchanges, "exchange")
    }

    private var parenthesis: String {
        let things = Quantity.list([(totals.connections ?? 0, "connection"), (totals.packets ?? 0, "packet")])
        let text = [exchanges, things].filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? "" : " (\(text))"
    }

    /// Possible reasons for finding no upload, and remedies.
    var explanations: [String] {
        totals.opaque.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map { kind, count in
            switch kind {
            case "tls":
                "\(Quantity.of(count, "connection is", "connections are")) encrypted (TLS) and could not be judged: "
                    + "give the keys with --keys; 'partwise explain keys' says how to get them"
            case "broken-http2":
                "\(Quantity.of(count, "connection breaks", "connections break")) the rules of HTTP/2: "
                    + "the rest of \(count == 1 ? "it" : "them") is not read"
            case "quic":
                "\(Quantity.of(count, "QUIC connection", "QUIC connections")) (HTTP/3): not read, "
                    + "have the client use HTTP/2 or HTTP/1.1 over TCP"
            case "websocket":
                "\(Quantity.of(count, "connection was", "connections were")) upgraded to WebSocket: "
                    + "the messages are not read"
            case "tunnel":
                "\(Quantity.of(count, "tunnel (CONNECT)", "tunnels (CONNECT)")) inside too many others: "
                    + "what goes through \(count == 1 ? "it" : "them") is not read"
            case "upgraded":
                "\(Quantity.of(count, "connection was", "connections were")) upgraded to another protocol"
            default: "\(Quantity.of(count, "connection is", "connections are")) not HTTP"
            }
        }
    }
}

extension ReportTotals {
    /// Why no upload was judged, for reports without a closing line.
    package var reasonsForNothing: [String] {
        let closing = ReportClosing(self, path: nil, style: TextStyle(), namesInput: false)
        return [closing.headline(shownFrom: .warning)] + closing.unjudged()
    }
}
