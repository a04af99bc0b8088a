/// The files that a command line names: one that is written is no other one too, by whatever path.
package struct FileRoles {
    private var written: [(option: String, place: SystemFile.Place)] = []

    /// Begins without files.
    package init() {}

    /// Adds a file that an option names; `nil` for an option that is not given.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - option: the option.
    /// - Throws: a ``CommandFailure`` where another option names it already.
    package mutating func write(_ path: String?, _ option: String) throws {
        guard let path, let place = try free(path, option) else { return }
        written.append((option, place))
    }

    /// Checks a file that an option names to be read, after those that are written.
    ///
    /// - Throws: a ``CommandFailure`` where it would be overwritten.
    package func read(_ path: String?, _ option: String) throws {
        if let path { _ = try free(path, option) }
    }

    /// Checks that `-o` names none of the files that are read.
    ///
    /// - Throws: a ``CommandFailure`` where one would be overwritten.
    package static func keep(_ inputs: some Sequence<String>, from output: String?) throws {
        var roles = FileRoles()
        try roles.write(output, "-o")
        for path in inputs where path != "-" { try roles.read(path, "what is read") }
    }

    /// The place of a file that no option has written yet; `nil` where that does not matter, as of a device.
    private func free(_ path: String, _ option: String) throws -> SystemFile.Place? {
        guard let place = SystemFile.place(of: path) else { return nil }
        if let other = written.first(where: { $0.place == place }) {
            throw CommandFailure.usage("\(other.option) and \(option) name one file: \(path)")
        }
        return place
    }
}
