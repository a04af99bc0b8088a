package import Exchanges
package import Forms
package import Inspection

/// The pages of a capture that were seen last, among whose forms that of a request is looked for.
package struct PageShelf: Sendable {
    private struct Shelved: Sendable {
        var number: Int
        var url: String?
        var page: CapturedPage
        var findings: [Finding]
    }

    /// Pages that are kept.
    private static let pageLimit = 64
    /// Controls that are kept, of all pages.
    private static let controlLimit = 50_000
    /// Forms of one page that a request is laid over: of more only those with its action.
    private static let formLimit = 64

    private var pages: [Shelved] = []
    private var controls = 0

    /// Makes an empty shelf.
    package init() {}

    /// Puts a page on it, and takes the oldest ones off where there are too many.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - url: where it came from.
    ///   - number: the number of its exchange.
    ///   - findings: what rules find in it.
    package mutating func add(_ page: CapturedPage, url: String?, exchange number: Int, findings: [Finding]) {
        guard !page.forms.isEmpty else { return }
        pages.append(Shelved(number: number, url: url, page: page.withoutBytes, findings: findings))
        controls += page.controls.count
        while pages.count > Self.pageLimit || controls > Self.controlLimit, pages.count > 1 {
            controls -= pages.removeFirst().page.controls.count
        }
    }

    /// Whether there is no page.
    package var isEmpty: Bool { pages.isEmpty }

    private struct Candidate {
        var shelved: Shelved
        var form: PageForm
        var match: FormMatch
        var reasons: [FormOrigin.Reason]
        var score: Double
    }

    /// The form that made a request; `nil` where none did.
    package func origin(of exchange: borrowing Exchange, form: Form?, opening: [UInt8]) -> FormOrigin? {
        guard !pages.isEmpty, let sent = SentForm(exchange, form: form, opening: opening) else { return nil }
        var best: Candidate?
        var alike: [Int] = []
        // Of equal forms the one of the page that was seen last is taken, and of one page the first.
        for shelved in pages.reversed() {
            let actions = Set(shelved.page.forms.indices.filter { Self.goes(shelved, $0, to: sent) })
            for index in shelved.page.forms.indices where actions.contains(index) || index < Self.formLimit {
                guard let candidate = Self.candidate(shelved, index, sent, isAction: actions.contains(index))
                else {
                    continue
                }
                if let known = best, known.score >= candidate.score {
                    if known.score == candidate.score, known.shelved.number == shelved.number {
                        alike.append(candidate.form.number)
                    }
                    continue
                }
                best = candidate
                alike = []
            }
        }
        guard let best else { return nil }
        return Self.origin(best, sent, alike)
    }

    /// Whether a form, or one of its buttons, sends to the URL of a request, by its method.
    private static func goes(_ shelved: Shelved, _ index: Int, to sent: SentForm) -> Bool {
        let form = shelved.page.forms[index]
        let buttons = shelved.page.controls(of: form).filter(\.isSubmitter).map(\.submission)
        let ways =
            [(form.method, form.address)]
            + buttons.map { ($0.method ?? form.method, $0.address ?? form.address) }
        return ways.contains { method, address in
            guard method == sent.method, var address, var target = sent.address else { return false }
            if method == .get { (address.query, target.query) = (nil, nil) }
            return address == target
        }
    }

    private static func candidate(
        _ shelved: Shelved,
        _ index: Int,
        _ sent: SentForm,
        isAction: Bool
    ) -> Candidate? {
        let form = shelved.page.forms[index]
        let match = FormMatch(sent, form, in: shelved.page)
        var reasons: [FormOrigin.Reason] = []
        var score = match.share * 4 + Double(min(match.sameValues, 2)) * 0.5 + (match.isInOrder ? 0.25 : 0)
        if let referer = sent.referer, let address = shelved.page.address {
            if referer == address {
                reasons.append(.referer)
                score += 3
            } else if referer.origin == address.origin, referer.path == "/", referer.query == nil {
                reasons.append(.origin)
                score += 1
            }
        }
        if isAction {
            reasons.append(.action)
            score += 4
        }
        if match.share == 1 { reasons.append(.names) } else if match.hasAny { reasons.append(.someNames) }
        if match.sameValues > 0 { reasons.append(.values) }
        // A script may send a form elsewhere: then only names and the Referer can show it.
        guard isAction ? match.hasAny : match.share >= 0.75 && reasons.contains(.referer) else { return nil }
        return Candidate(shelved: shelved, form: form, match: match, reasons: reasons, score: score)
    }

    private static func placeholders(_ best: Candidate, _ sent: SentForm) -> [AttachHint] {
        let controls = best.shelved.page.controls(of: best.form)
        guard !controls.contains(where: { $0.kind == .file }) else { return [] }
        let hidden = controls.filter { control in
            guard control.kind == .hidden, let value = control.values.first.map({ Array($0.utf8) }) else {
                return false
            }
            return value.count >= AttachHint.tokenLength && sent.entries.contains { $0.value == value }
        }
        return hidden.map { AttachHint.sent($0, of: best.form) }
    }

    private static func origin(_ best: Candidate, _ sent: SentForm, _ alike: [Int]) -> FormOrigin {
        let page = best.shelved.page
        var rows = best.form.controls.compactMap { index -> FormOrigin.Row? in
            let entries = best.match.explained.indices.filter { best.match.explained[$0] == index }
            let control = page.controls[index]
            guard !entries.isEmpty || control.kind != .silent else { return nil }
            return FormOrigin.Row(control: control, entries: entries)
        }
        rows += best.match.explained.indices.filter { best.match.explained[$0] == nil }
            .map { FormOrigin.Row(control: nil, entries: [$0]) }
        let places = [best.form.startTag] + page.controls(of: best.form).map(\.startTag)
        return FormOrigin(
            page: best.shelved.number,
            url: best.shelved.url,
            form: best.form,
            reasons: best.reasons,
            alternatives: alike,
            remarks: FormDifferences(
                best.match,
                sent,
                best.form,
                page,
                isAction: best.reasons.contains(.action)
            ).remarks,
            rows: rows,
            sentNames: sent.entries.map(\.name),
            isWhole: sent.isWhole,
            contentType: sent.contentType,
            placeholders: placeholders(best, sent),
            findings: best.shelved.findings.filter { finding in
                places.contains {
                    $0.lowerBound <= finding.range.lowerBound && finding.range.lowerBound < $0.upperBound
                }
            }
        )
    }
}
