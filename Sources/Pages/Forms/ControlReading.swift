/// Reads what a control is and what it sends.
struct ControlReading {
    private let elements: [PageElement]
    private let base: PageAddress?
    /// The options of each list, by the index of its element.
    private var options: [Int: [Int]] = [:]
    /// The first legend of each fieldset, in which controls are not disabled with it.
    private var legends: [Int: Int] = [:]

    /// Prepares to read the controls of a page.
    init(_ elements: [PageElement], base: PageAddress?) {
        self.elements = elements
        self.base = base
        for (index, element) in elements.enumerated() {
            if element.kind == .option, let list = Self.list(of: index, elements) {
                options[list, default: []].append(index)
            }
            if element.kind == .legend, let parent = element.parent, elements[parent].kind == .fieldset,
                legends[parent] == nil
            {
                legends[parent] = index
            }
        }
    }

    private static func list(of option: Int, _ elements: [PageElement]) -> Int? {
        var ancestor = elements[option].parent
        while let index = ancestor {
            if elements[index].kind == .select { return index }
            ancestor = elements[index].parent
        }
        return nil
    }

    /// The control that an element is; `nil` where it is none.
    ///
    /// Its places and its form are added by the caller.
    mutating func control(_ element: PageElement, at index: Int) -> PageControl? {
        guard let (kind, type) = Self.kind(of: element) else { return nil }
        var control = PageControl(
            kind: kind,
            type: type,
            name: element["name"],
            values: [],
            startTag: 0..<0,
            attributes: [:],
            form: nil,
            association: .none,
            isDisabled: isDisabled(element, at: index),
            isMultiple: element.has("multiple"),
            isChecked: element.has("checked"),
            accept: kind == .file ? element["accept"] : nil,
            element: index
        )
        control.values = values(of: element, at: index, kind, type)
        if let name = element["dirname"], !name.isEmpty, kind == .text || kind == .textarea || kind == .hidden
        {
            control.direction = (name, element["dir"]?.asciiLowercased == "rtl" ? "rtl" : "ltr")
        }
        if control.isSubmitter {
            control.submission = PageControl.Submission(
                address: element["formaction"].flatMap { base?.resolving($0) ?? PageAddress($0) },
                method: element.has("formmethod") ? PageForm.Method(attribute: element["formmethod"]) : nil,
                enctype: element.has("formenctype")
                    ? PageForm.Enctype(attribute: element["formenctype"]) : nil
            )
        }
        return control
    }

    private static func kind(of element: PageElement) -> (PageControl.Kind, String)? {
        switch element.kind {
        case .input:
            let type = element["type"]?.asciiLowercased ?? "text"
            switch type {
            case "hidden": return (.hidden, type)
            case "file": return (.file, type)
            case "checkbox": return (.checkbox, type)
            case "radio": return (.radio, type)
            case "submit": return (.submit, type)
            case "image": return (.image, type)
            case "reset", "button": return (.button, type)
            case "search", "tel", "url", "email", "password", "date", "month", "week", "time",
                "datetime-local",
                "number", "range", "color":
                return (.text, type)
            default: return (.text, "text")
            }
        case .button:
            let type = element["type"]?.asciiLowercased
            return type == "button" || type == "reset" ? (.button, type ?? "") : (.submit, "submit")
        case .select: return (.select, element.has("multiple") ? "select-multiple" : "select-one")
        case .textarea: return (.textarea, "textarea")
        case .object: return (.silent, "")
        case .output, .fieldset: return (.silent, element.kind.rawValue)
        default: return nil
        }
    }

    /// Whether a control is disabled, by itself or by a fieldset around it.
    private func isDisabled(_ element: PageElement, at index: Int) -> Bool {
        if element.has("disabled") { return true }
        var child = index
        while let parent = elements[child].parent {
            if elements[parent].kind == .fieldset, elements[parent].has("disabled"), legends[parent] != child
            {
                return true
            }
            child = parent
        }
        return false
    }

    private func values(
        of element: PageElement,
        at index: Int,
        _ kind: PageControl.Kind,
        _ type: String
    ) -> [String] {
        switch kind {
        case .hidden, .submit: [element["value"] ?? ""]
        case .checkbox, .radio: [element["value"] ?? "on"]
        case .textarea: [element.text]
        case .text: [ControlValue.sanitized(element["value"] ?? "", type: type, element)]
        case .select: chosen(of: element, at: index).map(value)
        case .file, .image, .button, .silent: []
        }
    }

    /// The options of a list that are chosen without a user, and not disabled.
    private func chosen(of element: PageElement, at index: Int) -> [PageElement] {
        let all = (options[index] ?? []).map { elements[$0] }
        let selected = all.filter { $0.has("selected") }
        guard !element.has("multiple") else { return selected.filter { !isDisabled($0) } }
        if let last = selected.last { return isDisabled(last) ? [] : [last] }
        guard element["size"].flatMap({ Int($0) }) ?? 1 <= 1 else { return [] }
        return all.first { !isDisabled($0) }.map { [$0] } ?? []
    }

    private func isDisabled(_ option: PageElement) -> Bool {
        if option.has("disabled") { return true }
        guard let parent = option.parent, elements[parent].kind == .optgroup else { return false }
        return elements[parent].has("disabled")
    }

    private func value(of option: PageElement) -> String {
        option["value"]
            ?? option.text.split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }
}
