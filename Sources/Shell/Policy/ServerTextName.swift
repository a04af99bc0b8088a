import LoggedErrors

/// A server's error text as typed on the command line.
package enum ServerTextName {
    /// The message that no software is known to write a text, with the nearest texts that are known.
    package static func complaint(about text: String) -> String {
        let near = ServerError.nearest(to: text).map { "'\($0.text)' (\($0.software))" }
        let first = "no software is known to say '\(text)'"
        let nearest = near.count == 1 ? "nearest known text is" : "nearest known texts are"
        return near.isEmpty ? first : "\(first); the \(nearest) \(near.joined(separator: ", "))"
    }
}
