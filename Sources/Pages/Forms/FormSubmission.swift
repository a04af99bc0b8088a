/// What a form sends when it is submitted as the page has it, without a user or a script (HTML standard,
/// "constructing the entry list").
package struct FormSubmission: Sendable {
    /// A name and a value.
    package struct Entry: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The text; `nil` for a file.
        package var value: String?
        /// The index of the control among those of the page.
        package var control: Int
    }

    /// The request's method.
    package let method: PageForm.Method
    /// How the data are sent; it matters to POST.
    package let enctype: PageForm.Enctype
    /// Where they are sent; `nil` where that is not known.
    package let address: PageAddress?
    /// The names and values, in order.
    package let entries: [Entry]

    /// Submits a form.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - page: its page.
    ///   - submitter: the index of the button that is pressed, among the controls of the page; `nil` for none.
    package init(of form: PageForm, in page: CapturedPage, submitter: Int? = nil) {
        let button = submitter.map { page.controls[$0] }
        method = button?.submission.method ?? form.method
        enctype = button?.submission.enctype ?? form.enctype
        address = button?.submission.address ?? form.address
        entries = form.controls.flatMap { index -> [Entry] in
            let control = page.controls[index]
            guard control.isSuccessful, !control.isSubmitter || index == submitter else { return [] }
            return Self.entries(of: control, at: index, form.charset)
        }
    }

    /// The names that a control can be sent under.
    package static func names(of control: PageControl) -> [String] {
        let name = control.name ?? ""
        if control.kind == .image { return name.isEmpty ? ["x", "y"] : ["\(name).x", "\(name).y"] }
        return [normalized(name)] + (control.direction.map { [$0.name] } ?? [])
    }

    /// What a control sends.
    package static func entries(of control: PageControl, at index: Int, _ charset: PageCharset) -> [Entry] {
        let name = control.name ?? ""
        switch control.kind {
        case .image:
            return names(of: control).map { Entry(name: $0, value: "0", control: index) }
        case .file: return [Entry(name: normalized(name), value: nil, control: index)]
        case .checkbox, .radio:
            guard control.isChecked else { return [] }
        case .hidden:
            if name.asciiLowercased == "_charset_" {
                return [Entry(name: name, value: charset.name, control: index)]
            }
        default: break
        }
        var entries = control.values.map {
            Entry(name: normalized(name), value: normalized($0), control: index)
        }
        if let direction = control.direction {
            entries.append(Entry(name: direction.name, value: direction.value, control: index))
        }
        return entries
    }

    /// A text with CR LF for each of its line breaks.
    private static func normalized(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        var result: [UInt8] = []
        var isAfterCR = false
        for byte in text.utf8 {
            if byte == 0x0A, isAfterCR {
                isAfterCR = false
                continue
            }
            isAfterCR = byte == 0x0D
            result += byte == 0x0A || byte == 0x0D ? [0x0D, 0x0A] : [byte]
        }
        return String(decoding: result, as: UTF8.self)
    }
}
