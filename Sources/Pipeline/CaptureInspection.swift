/// What a path is to be read as.
package enum InputKind: Sendable {
    /// A capture; its format is told by its bytes, unless one is named (`--input-format`).
    case capture(format: String?)
    /// The bytes of a body, under a Content-Type value.
    case body(contentType: String)
    /// One raw HTTP request, head and body.
    case request
}

/// Why an input could not be read: one line, without the tool's name.
package struct InputFailure: Error, Sendable, CustomStringConvertible {
    /// The path as given.
    package var path: String
    /// Why it could not be read, and where.
    package var reason: String

    /// Makes a failure.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The line that is printed.
    package var description: String { "\(path): \(reason)" }
}

/// Reads an input from its first byte to its last and hands on the judged exchanges: start reading here.
package struct CaptureInspection {
    private let options: InspectionOptions

    /// Makes an inspection.
    package init(options: InspectionOptions = InspectionOptions()) {
        self.options = options
    }

    /// Reads one input.
    ///
    /// - Parameters:
    ///   - path: a path, or `-` for standard input.
    ///   - kind: what to read it as.
    ///   - index: the number of the input among those given, from 0.
    ///   - handler: takes the exchanges as they are judged.
    /// - Returns: what is to be said of the input as a whole.
    /// - Throws: where nothing could be read; a capture that breaks off later is a problem of the result.
    package func inspect(
        path: String,
        as kind: InputKind,
        index: Int = 0,
        into handler: inout some InspectionHandler
    ) throws(InputFailure) -> InspectedCapture {
        throw InputFailure(path: path, reason: "no reader is joined yet")
    }
}
