extension RuleExample {
    /// A form of one part that breaks the rule.
    ///
    /// - Parameters:
    ///   - header: the part's header lines, the last without its line ending.
    ///   - content: the part's content.
    ///   - remark: what it shows.
    /// - Returns: the example, its boundary `AaB03x`.
    package static func violating(
        header: String,
        content: String = "1",
        remark: String = ""
    ) -> RuleExample {
        violating(form(header, content), remark: remark)
    }

    /// A form of one part that comes close to breaking the rule, and does not.
    ///
    /// - Parameters:
    ///   - header: the part's header lines, the last without its line ending.
    ///   - content: the part's content.
    ///   - remark: what it shows.
    /// - Returns: the example, its boundary `AaB03x`.
    package static func nearMiss(
        header: String,
        content: String = "1",
        remark: String = ""
    ) -> RuleExample {
        nearMiss(form(header, content), remark: remark)
    }

    private static func form(_ header: String, _ content: String) -> String {
        "--AaB03x⏎\(header)⏎⏎\(content)⏎--AaB03x--⏎"
    }
}
