import Bytes

extension PageControl {
    /// What it is called in sentences: "the file input `photo`".
    package var title: String {
        let noun =
            switch kind {
            case .select: "list"
            case .textarea: "text area"
            case .submit, .button: "button"
            case .silent: "element"
            case .text, .hidden, .file, .checkbox, .radio, .image: "\(type) input"
            }
        guard let name, !name.isEmpty else { return "the \(noun) without a name" }
        return "the \(noun) `\(PrintableText.text(Array(name.utf8), limit: 60))`"
    }
}

extension [PageControl] {
    /// The names of the controls, the first of them: "`a`, `b` and 3 more".
    var names: String {
        let names = map { control in
            let name = control.name ?? ""
            return name.isEmpty ? "(\(control.type))" : name
        }
        let shown = names.prefix(6).map { "`\(PrintableText.text([UInt8]($0.utf8), limit: 60))`" }
        let others = names.count - shown.count
        return shown.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}

extension CapturedPage {
    /// The file inputs of a form that can be sent, and the submissions by which it can be: each button with what it
    /// changes, or the form alone where it has no button.
    func fileInputs(of form: PageForm) -> [PageControl] {
        controls(of: form).filter { $0.kind == .file && $0.isSuccessful }
    }

    /// How a form can be submitted: by each of its buttons, and as itself where it has none.
    func submissions(of form: PageForm) -> [(method: PageForm.Method, enctype: PageForm.Enctype)] {
        let buttons = controls(of: form).filter { $0.isSubmitter && !$0.isDisabled }
        guard !buttons.isEmpty else { return [(form.method, form.enctype)] }
        return buttons.map { ($0.submission.method ?? form.method, $0.submission.enctype ?? form.enctype) }
    }
}
