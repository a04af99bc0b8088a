extension RuleExample {
    /// The body of most examples: one field, 69 bytes.
    static let oneField = field("1")

    /// A body with one field: 68 bytes and the value.
    static func field(_ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎\(value)⏎--AaB03x--⏎"
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
