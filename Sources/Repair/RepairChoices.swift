/// What the user says of a request where its bytes do not tell what was meant.
package struct RepairChoices: Sendable {
    /// Whether the line break at the end of a form that was never closed belongs to the last part's content; `nil`
    /// where nothing is said.
    package var keepsTrailingBreak: Bool?
    /// Whether what follows after the close delimiter belongs to the form; `nil` where nothing is said.
    package var keepsAfterClose: Bool?
    /// Whether a boundary that no header of a part follows is data, and not a delimiter.
    package var takesBoundaryForData = false
    /// Whether a form is taken as Partwise reads it where a form within it has the same boundary, or a delimiter stands
    /// among header lines.
    package var takesReading = false
    /// Whether a value that is the description of an object is kept as it was sent.
    package var keepsPrinted = false
    /// The charset of names and filenames that are not UTF-8.
    package var charset: LabelCharset?
    /// The names of parts, by number.
    package var names: [Int: String] = [:]
    /// The filenames of parts, by number.
    package var filenames: [Int: String] = [:]

    /// Makes choices that say nothing.
    package init() {}
}
