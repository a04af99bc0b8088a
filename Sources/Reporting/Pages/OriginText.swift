import Bytes
import Inspection
import Pages

/// The form that made a request, in sentences.
struct OriginText {
    private let origin: FormOrigin

    /// Prepares for a form.
    init(_ origin: FormOrigin) {
        self.origin = origin
    }

    /// Which form it was, and how that is known: "form 2 of exchange 3, by its action, the Referer and all names".
    var headline: String {
        let label = origin.form.label.map { " (`\(PrintableText.text([UInt8]($0.utf8), limit: 60))`)" } ?? ""
        var text = "form \(origin.form.number)\(label) of exchange \(origin.page)"
        if !origin.alternatives.isEmpty {
            let others = origin.alternatives.prefix(4).map { "form \($0)" }.joined(separator: ", ")
            text += ", or \(others), which is alike"
        }
        return text + "; known by \(Self.list(origin.reasons.map(Self.words)))"
    }

    /// What differs, and what rules find in the form, a sentence each.
    var remarks: [String] {
        // What is said of the request is not said of its form again.
        let said = Set(origin.requestFindings.map(\.rule))
        return origin.remarks.map(\.message)
            + origin.findings.filter { $0.severity > .note && !said.contains($0.rule) }.map {
                "\($0.message) (\($0.rule), offset \($0.range.lowerBound) of the page)"
            }
    }

    /// The controls beside what the request has of them: what the form has, and what was sent.
    var pairs: [(control: String, sent: String, differs: Bool)] {
        origin.rows.map { row in
            let sent = row.entries.map { index in
                "`\(PrintableText.text(origin.sentNames[index], limit: 60))`"
            }
            guard let control = row.control else { return ("no control", sent.joined(separator: ", "), true) }
            guard sent.isEmpty else {
                return (control.title.droppingArticle, sent.joined(separator: ", "), false)
            }
            let isDifferent = control.isAlwaysSent && origin.isWhole
            return (control.title.droppingArticle, reason(control), isDifferent)
        }
    }

    private func reason(_ control: PageControl) -> String {
        if control.isDisabled { return "not sent: it is disabled" }
        if (control.name ?? "").isEmpty, control.kind != .image { return "not sent: it has no name" }
        switch control.kind {
        case .checkbox, .radio: return "not checked"
        case .submit, .image: return "not pressed"
        case .button, .silent: return "never sent"
        case .text, .hidden, .file, .select, .textarea:
            guard control.isAlwaysSent else { return "nothing chosen" }
            return origin.isWhole ? "missing" : "not in what was captured"
        }
    }

    private static func words(_ reason: FormOrigin.Reason) -> String {
        switch reason {
        case .referer: "the Referer"
        case .origin: "the Referer's origin"
        case .action: "its action"
        case .names: "all names"
        case .someNames: "some names"
        case .values: "values of the page"
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension String {
    /// The text without "the " in front.
    fileprivate var droppingArticle: String { hasPrefix("the ") ? String(dropFirst(4)) : self }
}
