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

/// A way in which a form can be submitted.
struct FormPath {
    /// The button that is pressed; `nil` where the form has none.
    var button: PageControl?
    /// The request's method.
    var method: PageForm.Method
    /// How the data are sent.
    var enctype: PageForm.Enctype
}

extension CapturedPage {
    /// The file inputs of a form that can be sent.
    func fileInputs(of form: PageForm) -> [PageControl] {
        controls(of: form).filter { $0.kind == .file && $0.isSuccessful }
    }

    /// How a form can be submitted: by each of its buttons, and as itself where it has none.
    func paths(of form: PageForm) -> [FormPath] {
        let buttons = controls(of: form).filter { $0.isSubmitter && !$0.isDisabled }
        guard !buttons.isEmpty else { return [FormPath(method: form.method, enctype: form.enctype)] }
        return buttons.map {
            FormPath(
                button: $0,
                method: $0.submission.method ?? form.method,
                enctype: $0.submission.enctype ?? form.enctype
            )
        }
    }

    /// A fault in how a form with files can be submitted, each cause once: the form's own attribute, or that of a button.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - attribute: the name of its attribute; that of a button has `form` before it.
    ///   - isFault: whether a way is at fault.
    ///   - words: what a way does: "is sent with GET".
    /// - Returns: the faults.
    func faults(
        of form: PageForm,
        in attribute: String,
        where isFault: (FormPath) -> Bool,
        _ words: (FormPath) -> String
    ) -> [PageFault] {
        let files = fileInputs(of: form)
        guard !files.isEmpty else { return [] }
        let paths = paths(of: form)
        let atFault = paths.filter(isFault)
        let ofForm = atFault.filter { $0.button?.attributes["form\(attribute)"] == nil }
        let ofButtons = atFault.filter { $0.button?.attributes["form\(attribute)"] != nil }
        let named = (ofForm.isEmpty ? [] : [ofForm]) + ofButtons.map { [$0] }
        return named.compactMap { group in
            guard let path = group.first else { return nil }
            let buttons = group.compactMap(\.button)
            let how = group.count == paths.count ? "" : ", by \(buttons.titles),"
            let place =
                path.button?.attributes["form\(attribute)"] ?? form.attributes[attribute] ?? form.startTag
            return PageFault(
                message:
                    "\(form.title)\(how) \(words(path)): of the files in \(files.names) only the names are sent",
                range: place
            )
        }
    }
}

extension [PageControl] {
    /// What the controls are called, the first of them: "the button `a`, the button `b` and 3 more".
    fileprivate var titles: String {
        let others = count - 3
        return prefix(3).map(\.title).joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}
