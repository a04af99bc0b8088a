import Inspection

extension RuleExample {
    /// The body of most examples: one field, 69 bytes.
    static let oneField = field("1")

    /// A body with one field: 68 bytes and the value.
    static func field(_ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎\(value)⏎--AaB03x--⏎"
    }

    /// A body with a field and a file of eight bytes that are not text: 175 bytes and the value.
    static func fieldAndFile(_ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎\(value)⏎--AaB03x⏎"
            + "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"⏎Content-Type: image/png⏎⏎"
            + "⟨89⟩PNG⟨FF⟩⟨00⟩⟨00⟩⟨00⟩⏎--AaB03x--⏎"
    }

    /// A request that uploads a form: its start line, Host and Content-Type, then what is given.
    ///
    /// - Parameters:
    ///   - fields: more field lines, each with its line ending; they follow directly after those given here.
    ///   - body: everything after the head.
    /// - Returns: the text of the request.
    static func upload(_ fields: String, _ body: String = oneField) -> String {
        "POST /u HTTP/1.1⏎Host: a⏎Content-Type: \(contentType)⏎\(fields)⏎\(body)"
    }
}
