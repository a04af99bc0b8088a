/// A place in a file that a person wrote.
package struct FilePlace: Hashable, Sendable {
    /// The path of the file, as shown in messages.
    package var path: String
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, in Unicode scalars.
    package var column: Int

    /// Makes a place.
    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// Makes a failure at this place.
    func failure(_ message: String) -> PolicyFailure {
        PolicyFailure(place: self, message: message)
    }
}

/// What is wrong in a configuration, a contract or a baseline: the first fault, with its place.
package struct PolicyFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the fault.
    package var place: FilePlace
    /// One sentence without a full stop.
    package var message: String

    /// Makes a failure.
    package init(place: FilePlace, message: String) {
        self.place = place
        self.message = message
    }

    /// The line that is printed: `upload.yml:3:5: there is no setting 'treshold'; did you mean threshold?`.
    package var description: String { "\(place.path):\(place.line):\(place.column): \(message)" }
}
