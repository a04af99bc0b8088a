/// Finds the forms of a page, and the form owner of each control (HTML standard, "association of controls and forms").
///
/// While browsers read a page they keep a form element pointer: the form whose start tag was met last, until an end tag
/// of any form. A control that is met meanwhile belongs to that form wherever it stands in the tree; a form between
/// `table` and `tr` has all its controls that way, and no children.
struct FormReading {
    private(set) var address: PageAddress?
    private(set) var forms: [PageForm] = []
    private(set) var controls: [PageControl] = []
    private(set) var droppedForms: [Range<Int>] = []
    private(set) var isWhole = true

    private let document: PageDocument
    /// The base of relative URLs.
    private let base: PageAddress?
    /// The element with each id, the first in tree order.
    private var ids: [String: Int] = [:]
    /// The index of the form that each form element is.
    private var formIndices: [Int: Int] = [:]
    /// The places at which the form element pointer changes, and to which form.
    private var changes: [(place: Int, form: Int?)] = []

    init(_ document: PageDocument, url: PageAddress?, limits: PageLimits) {
        self.document = document
        address = url
        let href = document.elements.first { $0.kind == .base && $0.has("href") }?["href"]
        base = href.flatMap { href in url?.resolving(href) ?? PageAddress(href) } ?? url
        for (index, element) in document.elements.enumerated() {
            if let id = element["id"], !id.isEmpty, ids[id] == nil { ids[id] = index }
            guard element.kind == .form else { continue }
            guard forms.count < limits.controls else {
                isWhole = false
                continue
            }
            formIndices[index] = forms.count
            forms.append(form(element, at: index))
        }
        readFormTags()
        readControls(limits)
    }

    private func places(_ element: PageElement) -> [String: Range<Int>] {
        Dictionary(element.attributes.map { ($0.name, document.text.place($0.range)) }) { first, _ in first }
    }

    private func form(_ element: PageElement, at index: Int) -> PageForm {
        let action = element["action"]
        // An empty action is the page itself, whatever its base is.
        let isEmpty = (action ?? "").allSatisfy { $0.isWhitespace }
        let labels = element["accept-charset"]?.split(whereSeparator: \.isWhitespace) ?? []
        let accepted = labels.lazy.compactMap { PageCharset(label: String($0)) }.first { $0.isKnown }
        return PageForm(
            number: forms.count + 1,
            startTag: document.text.place(element.startTag),
            endTag: nil,
            label: [element["id"], element["name"]].compactMap(\.self).first { !$0.isEmpty },
            action: action,
            address: isEmpty ? address : base?.resolving(action ?? "") ?? PageAddress(action ?? ""),
            method: PageForm.Method(attribute: element["method"]),
            enctype: PageForm.Enctype(attribute: element["enctype"]),
            attributes: places(element),
            acceptCharset: element["accept-charset"],
            charset: accepted ?? document.text.charset,
            controls: [],
            isEmptiedByTable: element.parent.map {
                [.table, .tbody, .thead, .tfoot, .tr].contains(document.elements[$0].kind)
            } ?? false,
            element: index
        )
    }

    private mutating func readControls(_ limits: PageLimits) {
        var reader = ControlReading(document.elements, base: base)
        for (index, element) in document.elements.enumerated() {
            guard var control = reader.control(element, at: index) else { continue }
            guard controls.count < limits.controls else {
                isWhole = false
                return
            }
            control.startTag = document.text.place(element.startTag)
            control.attributes = places(element)
            (control.form, control.association) = owner(of: element)
            if let form = control.form { forms[form].controls.append(controls.count) }
            controls.append(control)
        }
        // Of the radio buttons of a group the last that is checked stays so.
        var groups: Set<String> = []
        for index in controls.indices.reversed()
        where controls[index].kind == .radio && controls[index].isChecked {
            let group = "\(controls[index].form ?? -1) \(controls[index].name ?? "")"
            if !groups.insert(group).inserted { controls[index].isChecked = false }
        }
    }

    /// The form of a control.
    private func owner(of element: PageElement) -> (Int?, PageControl.Association) {
        if let id = element["form"] {
            guard let named = ids[id], let form = formIndices[named] else { return (nil, .none) }
            return (form, .attribute)
        }
        var ancestor = element.parent
        var around: Int?
        while let index = ancestor, around == nil {
            around = formIndices[index]
            ancestor = document.elements[index].parent
        }
        if let pointer = pointer(at: element.startTag.lowerBound) {
            return (pointer, pointer == around ? .descendant : .parser)
        }
        return (around, around == nil ? .none : .descendant)
    }

    /// The form element pointer where a tag begins.
    private func pointer(at place: Int) -> Int? {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? changes[low - 1].form : nil
    }

    /// Follows the form element pointer through the tags of forms.
    private mutating func readFormTags() {
        var starts: [Int: Int] = [:]
        for (index, form) in forms.enumerated() {
            starts[document.elements[form.element].startTag.lowerBound] = index
        }
        var open: Int?
        for tag in document.formTags {
            if tag.isEnd {
                if let form = open { forms[form].endTag = document.text.place(tag.range) }
                open = nil
            } else if let form = starts[tag.range.lowerBound] {
                open = form
            } else {
                droppedForms.append(document.text.place(tag.range))
            }
            changes.append((tag.range.lowerBound, open))
        }
    }
}
