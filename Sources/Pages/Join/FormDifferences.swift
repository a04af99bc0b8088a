import Bytes

/// How a request differs from what the form that made it sends.
struct FormDifferences {
    /// The differences, the worst first.
    let remarks: [FormOrigin.Remark]

    /// Names of which a sentence lists so many.
    private static let nameLimit = 6

    /// Compares a request with its form.
    init(_ match: FormMatch, _ sent: SentForm, _ form: PageForm, _ page: CapturedPage, isAction: Bool) {
        var remarks: [FormOrigin.Remark] = []
        let files = page.controls(of: form).filter { $0.kind == .file && $0.isSuccessful }
        if sent.enctype != .multipart, !files.isEmpty {
            let way = sent.enctype.map { "as \($0.rawValue)" } ?? "in the URL"
            let message =
                "the form has \(Self.one(files)), but was sent \(way): of the file only the name left the browser"
            remarks.append(.init(difference: .fileAsName, message: message))
        }
        if let enctype = sent.enctype, !page.paths(of: form).contains(where: { $0.enctype == enctype }) {
            let message =
                "the form is \(form.enctype.rawValue), the request \(enctype.rawValue): a script changed it, or sent it"
            remarks.append(.init(difference: .enctype, message: message))
        }
        // What the capture lacks may have been sent.
        if sent.isWhole { remarks += Self.missingRemarks(match.missing.map { page.controls[$0] }) }
        let added = sent.entries.indices.filter { match.explained[$0] == nil }
        if !added.isEmpty {
            let message =
                "no control of the form explains \(Self.names(added.map { sent.entries[$0].name })): a script added it, or no browser sent it"
            remarks.append(
                .init(
                    difference: .unexplained,
                    message: message,
                    parts: added.compactMap { sent.entries[$0].part }
                )
            )
        }
        if sent.enctype == .multipart {
            remarks += Self.fileRemarks(match, sent, page)
        }
        if !match.isInOrder {
            let message =
                "the names are not in the order of the page: a script built the request, or no browser did"
            remarks.append(.init(difference: .order, message: message))
        }
        if !isAction {
            let target = PrintableText.text(Array((form.address?.text ?? form.action ?? "").utf8))
            remarks.append(
                .init(
                    difference: .address,
                    message: "the form sends to \(target), the request went elsewhere"
                )
            )
        }
        self.remarks = remarks
    }

    private static func missingRemarks(_ missing: [PageControl]) -> [FormOrigin.Remark] {
        let files = missing.filter { $0.kind == .file }
        let others = missing.filter { $0.kind != .file }
        var messages: [String] = []
        if !others.isEmpty {
            messages.append(
                "the form sends \(others.names), which the request lacks: a script disabled or removed it, or no browser "
                    + "sent it"
            )
        }
        if !files.isEmpty {
            messages.append(
                "the request lacks \(one(files)): some clients leave it out where no file is chosen, or a script removed it"
            )
        }
        return messages.map { .init(difference: .missing, message: $0) }
    }

    private static func fileRemarks(_ match: FormMatch, _ sent: SentForm, _ page: CapturedPage) -> [FormOrigin
        .Remark]
    {
        sent.entries.indices.compactMap { index in
            guard let control = match.explained[index].map({ page.controls[$0] }), control.kind == .file
            else {
                return nil
            }
            let entry = sent.entries[index]
            let parts = [entry.part].compactMap(\.self)
            guard let filename = entry.filename else {
                let way = entry.isMultipart ? "as multipart inside a part" : "as text"
                return .init(
                    difference: .fileAsText,
                    message: "\(control.title) was sent \(way), without a filename",
                    parts: parts
                )
            }
            guard filename.isEmpty, entry.length == 0 else { return nil }
            return .init(
                difference: .nothingChosen,
                message: "\(control.title) was sent without a file: nothing was chosen",
                parts: parts
            )
        }
    }

    private static func one(_ files: [PageControl]) -> String {
        files.count == 1 ? files[0].title : "the file inputs \(files.names)"
    }

    private static func names(_ names: [[UInt8]]) -> String {
        let shown = names.prefix(nameLimit).map { "`\(PrintableText.text($0, limit: 60))`" }
        let others = names.count - shown.count
        return shown.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}
