import ArgumentParser
package import Repair

/// What the user says of an upload where its bytes do not tell what was meant.
package struct RepairOptions: ParsableArguments {
    @Flag(help: "The line break at the end of a form that is not closed belongs to the last file.")
    var keepTrailing = false

    @Flag(help: "The line break at the end of a form that is not closed belongs to the missing delimiter.")
    var dropTrailing = false

    @Flag(help: "What follows after the close delimiter belongs to the form.")
    var keepAfterClose = false

    @Flag(help: "What follows after the close delimiter does not belong to the form.")
    var dropAfterClose = false

    @Flag(help: "A boundary that no header of a part follows is data of the part before it.")
    var boundaryIsData = false

    @Flag(help: "Take the parts as show lists them, where a form within the form has the same boundary.")
    var asRead = false

    @Flag(help: "Keep a value that is the description of an object, such as Optional(\"a\").")
    var keepPrinted = false

    @Option(
        help: ArgumentHelp(
            "The charset of names and filenames that are not UTF-8: "
                + LabelCharset.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "charset"
        ),
        transform: { name in
            guard let charset = LabelCharset(rawValue: name.lowercased()) else {
                throw ValidationError("The charset '\(name)' is not known.")
            }
            return charset
        }
    )
    var charset: LabelCharset?

    @Option(help: ArgumentHelp("The name of a part; may be repeated.", valueName: "part=name"))
    var name: [NumberedLabel] = []

    @Option(help: ArgumentHelp("The filename of a part; may be repeated.", valueName: "part=filename"))
    var filename: [NumberedLabel] = []

    /// Checks that the choices do not exclude each other.
    package func validate() throws {
        if keepTrailing, dropTrailing {
            throw ValidationError("--keep-trailing and --drop-trailing exclude each other.")
        }
        if keepAfterClose, dropAfterClose {
            throw ValidationError("--keep-after-close and --drop-after-close exclude each other.")
        }
    }

    /// Makes the options with their defaults.
    package init() {}

    /// The choices.
    package var choices: RepairChoices {
        var choices = RepairChoices()
        if keepTrailing || dropTrailing { choices.keepsTrailingBreak = keepTrailing }
        if keepAfterClose || dropAfterClose { choices.keepsAfterClose = keepAfterClose }
        choices.takesBoundaryForData = boundaryIsData
        choices.takesReading = asRead
        choices.keepsPrinted = keepPrinted
        choices.charset = charset
        for label in name { choices.names[label.part] = label.text }
        for label in filename { choices.filenames[label.part] = label.text }
        return choices
    }
}

/// A name and the number of the part that it is for: `3=photo`.
struct NumberedLabel: ExpressibleByArgument {
    /// The number of the part, from 1.
    let part: Int
    /// The name.
    let text: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), let part = Int(argument[..<equals]), part > 0 else {
            return nil
        }
        self.part = part
        text = String(argument[argument.index(after: equals)...])
    }
}
