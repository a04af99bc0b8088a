import ArgumentParser
import Bytes
import Policy
import Rewriting

/// The options by which forms are rewritten while they pass.
package struct RewritingOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Put a file in the place of a field of uploads, as -F of encode has it; *TOKEN*=@file finds the field by a text in its name or value; may be repeated.",
            valueName: "field=@file"
        )
    )
    var attach: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave this field out of uploads; may be repeated.", valueName: "field")
    )
    var dropField: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only uploads whose URL matches this pattern (Adblock syntax) are changed; may be repeated.",
            valueName: "pattern"
        )
    )
    var attachURL: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file of such changes, one a line, each with the pattern of its URLs: PATTERN attach FIELD=@FILE, or PATTERN drop FIELD; may be repeated.",
            valueName: "file"
        )
    )
    var attachRules: [String] = []

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the options go together.
    package func validate() throws {
        guard attachURL.isEmpty || !attach.isEmpty || !dropField.isEmpty else {
            throw ValidationError("--attach-url takes --attach or --drop-field.")
        }
    }

    /// What the options say; `nil` where no form is changed.
    ///
    /// - Parameter terminal: receives what was ignored in arguments.
    /// - Returns: the settings.
    /// - Throws: a ``CommandFailure`` for an argument that cannot be read, a ``MultipartFailure`` for a file.
    package func settings(in terminal: Terminal) throws -> RewritingSettings? {
        let arguments = try attach.map { try FormArgument($0, of: "--attach") }
        for remark in arguments.flatMap(\.remarks) { terminal.report(remark) }
        let rules = try attachURL.isEmpty ? nil : URLRules.read(attachURL, of: "--attach-url")
        var changes = arguments.map { FormChange(rules: rules, kind: .attach($0.part)) }
        for name in dropField {
            changes.append(FormChange(rules: rules, kind: .drop(Placeholder(SystemPath.bytes(name)))))
        }
        for path in attachRules {
            changes += try RewritingFile.read(PolicyText.read(path), path: path, in: terminal)
        }
        guard !changes.isEmpty else { return nil }
        let settings = RewritingSettings(changes)
        // Whatever is wrong with a file is better known now than at the first upload.
        try settings.check()
        return settings
    }
}
