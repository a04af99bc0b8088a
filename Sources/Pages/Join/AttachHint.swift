import Bytes

/// Which field of a form `partwise proxy --attach` can put a file into.
///
/// Where a browser cannot choose files, a script or a proxy replaced the file control by a button and hidden fields: their
/// names or values hold a token by which the field is found in the request.
package struct AttachHint: Hashable, Sendable {
    /// The field, or the token between stars, as `--attach` has it.
    package let field: String
    /// The URL of the requests.
    package let address: PageAddress?
    /// Why, in one line.
    package let reason: String

    /// The least length of a value by which a field is known: shorter ones are in other fields too.
    static let tokenLength = 8

    /// The options of `partwise proxy`, quoted for a shell; `FILE` stands for the file.
    package var options: String {
        let place = address.map { " --for \(Self.quoted("||\($0.authority)\($0.path)^"))" } ?? ""
        return "--attach \(Self.quoted("\(field)=@FILE"))\(place)"
    }

    private static func quoted(_ text: String) -> String {
        "'" + PrintableText.text([UInt8](text.utf8), limit: 400).replacing("'", with: "'\\''") + "'"
    }

    /// The hints for a form as the page has it.
    package static func all(of form: PageForm, in page: CapturedPage) -> [AttachHint] {
        let controls = page.controls(of: form)
        let files = controls.filter { $0.kind == .file && !($0.name ?? "").isEmpty }
        guard files.isEmpty else {
            return files.map { AttachHint($0.name ?? "", form, "\($0.title) of \(form.title)") }
        }
        // The hidden fields beside a button that does nothing by itself.
        return controls.indices.filter { controls[$0].kind == .hidden && controls[$0].isSuccessful }
            .compactMap { index in
                let beside = [index - 1, index + 1].filter(controls.indices.contains).map {
                    controls[$0].kind
                }
                guard beside.contains(.button) || (form.enctype == .multipart && form.method == .post) else {
                    return nil
                }
                let reason = "\(controls[index].title) of \(form.title), which has no file input"
                return AttachHint(field(of: controls[index]), form, reason)
            }
    }

    /// The hint for a hidden field that a request holds, value and all.
    static func sent(_ control: PageControl, of form: PageForm) -> AttachHint {
        AttachHint(field(of: control), form, "\(control.title) of \(form.title): the request holds its token")
    }

    /// The token of a hidden field, between stars; its name where its value is too short.
    private static func field(of control: PageControl) -> String {
        let value = control.values.first ?? ""
        let isToken =
            value.utf8.count >= tokenLength
            && value.utf8.allSatisfy {
                $0.isHTMLLetter || $0.isDigit || "-_.".utf8.contains($0)
            }
        return isToken ? "*\(value)*" : control.name ?? ""
    }

    private init(_ field: String, _ form: PageForm, _ reason: String) {
        self.field = field
        address = form.address
        self.reason = reason
    }
}
