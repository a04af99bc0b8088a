import Bytes

/// How the names of a request fit the controls of a form.
struct FormMatch {
    /// The control of each entry, as an index among those of the page; `nil` where no control explains it.
    private(set) var explained: [Int?]
    /// The controls that a submission always sends and that are not in the request.
    private(set) var missing: [Int]
    /// Whether the entries that a control explains stand in the order of the page.
    private(set) var isInOrder: Bool
    /// Hidden fields and buttons whose value is that of the page.
    private(set) var sameValues = 0

    /// The share of names that fit, from 0 to 1.
    var share: Double {
        let found = explained.count { $0 != nil }
        let all = explained.count + missing.count
        return all == 0 ? 0 : Double(found) / Double(all)
    }

    /// Whether any name fits.
    var hasAny: Bool { explained.contains { $0 != nil } }

    /// Lays a request over a form.
    init(_ sent: SentForm, _ form: PageForm, in page: CapturedPage) {
        var byName: [[UInt8]: [Int]] = [:]
        for index in form.controls where page.controls[index].isSuccessful {
            for name in Self.names(
                of: page.controls[index],
                form.charset,
                isMultipart: sent.enctype == .multipart
            ) {
                byName[name, default: []].append(index)
            }
        }
        var used: Set<Int> = []
        var next: [[UInt8]: Int] = [:]
        explained = []
        for entry in sent.entries {
            guard let controls = byName[entry.name] else {
                explained.append(nil)
                continue
            }
            // Controls of one name are sent in order; a list of files, or of options, takes several entries.
            let place = min(next[entry.name] ?? 0, controls.count - 1)
            let control = controls[Self.place(of: entry, from: place, among: controls, in: page)]
            next[entry.name] =
                (controls.firstIndex(of: control) ?? place) + (page.controls[control].isMultiple ? 0 : 1)
            used.insert(control)
            explained.append(control)
            let known = page.controls[control]
            if [.hidden, .submit].contains(known.kind),
                known.values.contains(where: { Array($0.utf8) == entry.value })
            {
                sameValues += 1
            }
        }
        missing = form.controls.filter { page.controls[$0].isAlwaysSent && !used.contains($0) }
        let order = explained.compactMap(\.self)
        isInOrder = zip(order, order.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// Which of the controls of a name an entry is of: of radio buttons, options and buttons the one with its value.
    private static func place(
        of entry: SentForm.Entry,
        from place: Int,
        among controls: [Int],
        in page: CapturedPage
    ) -> Int {
        let fits = { (index: Int) in
            let control = page.controls[controls[index]]
            guard [.radio, .checkbox, .submit].contains(control.kind) else { return true }
            return control.values.contains { Array($0.utf8) == entry.value }
        }
        return (place..<controls.count).first(where: fits) ?? place
    }

    /// The names that a control can be sent under, as bytes of the request: in the charset of the form, or in UTF-8 by
    /// clients that write nothing else.
    static func names(of control: PageControl, _ charset: PageCharset, isMultipart: Bool) -> [[UInt8]] {
        FormSubmission.names(of: control).flatMap { name -> [[UInt8]] in
            let (coded, utf8) = (charset.encode(name), Array(name.utf8))
            let texts: [[UInt8]] = coded == utf8 ? [utf8] : [coded, utf8].compactMap(\.self)
            guard isMultipart else { return texts }
            return texts.flatMap { text -> [[UInt8]] in
                text.contains(where: isEscaped) ? spellings(of: text) : [text]
            }
        }
    }

    /// What is escaped by one client or another in a name.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte.isLineBreak
    }

    /// A name as browsers write it in a multipart body, as it is, as mail has it, and as it is read where its quotes are
    /// not escaped.
    private static func spellings(of name: [UInt8]) -> [[UInt8]] {
        let quote = UInt8(ascii: "\"")
        let backslash = UInt8(ascii: "\\")
        let percent = name.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x0A: Array("%0A".utf8)
            case 0x0D: Array("%0D".utf8)
            case quote: Array("%22".utf8)
            default: [byte]
            }
        }
        let quotes = name.flatMap { $0 == quote ? [backslash, quote] : [$0] }
        let pairs = name.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }
        let cut = Array(name.prefix { $0 != quote })
        var spellings: [[UInt8]] = []
        for spelling in [percent, name, quotes, pairs, cut] where !spelling.isEmpty {
            if !spellings.contains(spelling) { spellings.append(spelling) }
        }
        return spellings
    }
}
