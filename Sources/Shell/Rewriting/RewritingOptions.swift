import ArgumentParser
import Bytes
package import Filters
package import Forms
package import Rewriting

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
        guard !attach.isEmpty || !dropField.isEmpty else { return nil }
        let arguments = try attach.map { try FormArgument($0, of: "--attach") }
        for remark in arguments.flatMap(\.remarks) { terminal.report(remark) }
        var reader = FilterListReader()
        reader.read(Array(attachURL.joined(separator: "\n").utf8), path: "--attach-url")
        let reading = reader.finish()
        guard reading.rules.count == attachURL.count else {
            throw CommandFailure.usage(reading.remarks.first ?? "--attach-url: not a pattern")
        }
        let settings = RewritingSettings(
            parts: arguments.map(\.part),
            dropped: dropField.map { Placeholder(SystemPath.bytes($0)) },
            rules: attachURL.isEmpty ? nil : reading.rules
        )
        // Whatever is wrong with a file is better known now than at the first upload.
        _ = try settings.prepared()
        return settings
    }
}

/// Which forms are rewritten, and how.
package struct RewritingSettings: Sendable {
    private let parts: [FormPart]
    private let dropped: [Placeholder]
    private let rules: FilterRules?

    /// Takes what the options say.
    init(parts: [FormPart], dropped: [Placeholder], rules: FilterRules?) {
        self.parts = parts
        self.dropped = dropped
        self.rules = rules
    }

    /// Whether the form of a request may be rewritten: that of a POST, whose URL matches.
    package func concerns(_ request: borrowing FilterRequest, method: String) -> Bool {
        guard method == "POST" else { return false }
        return rules.map { $0.decide(request) != .allowed } ?? true
    }

    /// Whether a form that is sent to a host could be rewritten, so that its connections have to be looked into.
    package func mayConcern(host: String) -> Bool { rules?.mayBlock(host: host) ?? true }

    /// Prepares the files for one form: their lengths are those of now.
    ///
    /// - Throws: a ``MultipartFailure`` where a file cannot be read any more.
    package func prepared() throws(MultipartFailure) -> FormRewriting {
        var attachments: [Attachment] = []
        for part in parts { attachments.append(try Attachment(part)) }
        return FormRewriting(attachments, dropped: dropped)
    }
}
