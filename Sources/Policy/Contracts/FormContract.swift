import Bytes
package import Pages

/// Writes the contract that a page's form sets: what it sends, whatever the user types and chooses.
package struct FormContract {
    private let form: PageForm
    private let page: CapturedPage

    /// Prepares to write the contract of a form.
    package init(_ form: PageForm, in page: CapturedPage) {
        self.form = form
        self.page = page
    }

    /// The text of the contract's file.
    package var text: String {
        // Without the URL of the page an absolute path is known all the same.
        let action = (form.action ?? "").prefix(before: "?#")
        var path = form.address?.path ?? (action.begins(with: "/") ? action : "")
        let method = form.method == .get ? "GET" : "POST"
        let title = path.isEmpty ? method : "\(method) \(path)"
        if form.action?.utf8.contains(UInt8(ascii: "?")) ?? false { path += "*" }
        var lines = [
            "# What form \(form.number) of the page sends. A script of the page may send something else.",
            "contract: \(YAMLText.scalar(title))",
            "method: \(method)",
        ]
        if !path.isEmpty { lines.append("url: \(YAMLText.scalar(path))") }
        let fields = fields
        lines += ["order: \(hasFixedOrder ? "fixed" : "any")", "extra-fields: forbidden"]
        lines.append("fields:\(fields.isEmpty ? " []" : "")")
        for (name, controls) in fields { lines += field(name, controls) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The controls that can be sent, in order, with the names that they can be sent under.
    private var sent: [(name: String, control: PageControl)] {
        page.controls(of: form).filter(\.isSuccessful).flatMap { control in
            FormSubmission.names(of: control).map { (Self.escaped($0), control) }
        }
    }

    /// The controls of each name, in the order of names.
    private var fields: [(String, [PageControl])] {
        var order: [String] = []
        var controls: [String: [PageControl]] = [:]
        for (name, control) in sent {
            if controls[name] == nil { order.append(name) }
            controls[name, default: []].append(control)
        }
        return order.prefix(Contract.fieldLimit).map { ($0, controls[$0] ?? []) }
    }

    /// Whether the controls of each name stand together.
    private var hasFixedOrder: Bool {
        let names = sent.map(\.name)
        let changes = zip(names, names.dropFirst()).count { $0 != $1 }
        return changes + 1 <= Set(names).count || names.isEmpty
    }

    private func field(_ name: String, _ controls: [PageControl]) -> [String] {
        var lines = ["  - name: \(YAMLText.scalar(name))"]
        let isFile = controls.allSatisfy { $0.kind == .file }
        if isFile || controls.allSatisfy({ $0.kind != .file }) {
            lines.append("    kind: \(isFile ? "file" : "text")")
        }
        // Of radio buttons one is sent, of other controls of a name each.
        let always = controls.count(where: \.isAlwaysSent)
        let isOpen = controls.contains { $0.isMultiple && ($0.kind == .file || $0.kind == .select) }
        let most = controls.allSatisfy({ $0.kind == .radio }) ? 1 : controls.count
        if always == 0 { lines.append("    required: false") }
        if isOpen {
            lines.append("    count: {min: \(max(always, 1))}")
        } else if most > 1 {
            lines.append("    count: {min: \(max(always, 1)), max: \(most)}")
        }
        let types = controls.flatMap {
            ($0.accept ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        }
        if isFile, !types.isEmpty, types.allSatisfy({ $0.contains("/") && !$0.contains("*") }) {
            // A file input without a file is sent as application/octet-stream.
            lines.append(
                "    content-type: \(YAMLText.list(Array(Set(types.map { $0.lowercased() })).sorted() + ["application/octet-stream"]))"
            )
        }
        if !isFile, form.charset.sendsUTF8 { lines.append("    charset: utf-8") }
        return lines
    }

    /// A name as browsers write it between quotes.
    private static func escaped(_ name: String) -> String {
        name.replacing("\r\n", with: "%0D%0A").replacing("\"", with: "%22")
    }
}
