import ArgumentParser
package import Forms

/// The options that say what a form holds, and how it is written.
package struct FormOptions: ParsableArguments {
    @Option(
        name: [.customShort("F", allowingJoined: true), .customLong("form")],
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A field or file, as curl's -F has it; may be repeated.",
            valueName: "name=content"
        )
    )
    var form: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A field whose value is taken literally: @, < and ; have no meaning in it.",
            valueName: "name=value"
        )
    )
    var formString: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the form in JSON, for what no argument can say; its parts come before those of -F.",
            valueName: "file"
        )
    )
    var formJSON: String?

    @Option(
        name: .customLong("dialect"),
        help: ArgumentHelp("Write as this client does; see above.", valueName: "name")
    )
    var dialectName = "whatwg"

    @Option(help: ArgumentHelp("The boundary, in place of a random one.", valueName: "text"))
    var boundary: String?

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that there is a form, and that the dialect is known.
    package func validate() throws {
        guard !form.isEmpty || formJSON != nil else {
            throw ValidationError("Name a field at least, as in -F name=value.")
        }
        guard MultipartDialect(named: dialectName) != nil else {
            let names = MultipartDialect.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--dialect takes one of \(names), not '\(dialectName)'.")
        }
    }

    /// How the form is written.
    package var dialect: MultipartDialect { MultipartDialect(named: dialectName) ?? .whatwg }

    /// Whether a part is standard input, and that is no regular file: then the form can be read once only.
    package var isReadOnce: Bool {
        get throws {
            guard try form.contains(where: { try FormArgument($0).readsStandardInput }) else { return false }
            return try FileDescriptorSource(standardInputNamed: "standard input").length() == nil
        }
    }

    /// Prepares the form.
    ///
    /// - Parameters:
    ///   - output: the file that is written from it, which may be none of those in the form; `nil` for none.
    ///   - terminal: receives what is noticed in arguments.
    /// - Returns: the writer of the form.
    /// - Throws: a ``CommandFailure`` for an argument that cannot be read, a ``MultipartFailure`` for a form that cannot be
    ///   written.
    package func writer(for output: String? = nil, in terminal: Terminal) throws -> MultipartWriter {
        let arguments = try form.map { try FormArgument($0) }
        for remark in arguments.flatMap(\.remarks) { terminal.report(remark) }
        guard arguments.count(where: \.readsStandardInput) < 2 else {
            throw CommandFailure.usage("standard input can be sent once only")
        }
        let described = try formJSON.map { try DescribedForm(at: $0).parts } ?? []
        let parts = described + arguments.map(\.part)
        try FileRoles.keep(parts.flatMap(\.filePaths), from: output)
        return try MultipartWriter(parts, dialect: dialect, boundary: boundary)
    }
}

extension FormPart {
    /// The files whose contents it sends.
    fileprivate var filePaths: [String] {
        switch content {
        case .file(let path): [path]
        case .files(let parts): parts.flatMap(\.filePaths)
        default: []
        }
    }
}
