/// Writes JSON values as text: on one line, or with one member on each line.
package enum JSONText {
    /// The text on one line, without blanks between tokens.
    package static func compact(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return writer.text
    }

    /// The text with each member and element on its own line, indented by two blanks for each level.
    ///
    /// - Parameters:
    ///   - value: the value to write.
    ///   - depth: the level of the value itself.
    /// - Returns: the text, without a line break at its end.
    package static func indented(_ value: JSONValue, depth: Int = 0) -> String {
        var writer = JSONWriter()
        writer.write(value, depth: depth)
        return writer.text
    }

    /// The value on one line, escaped for a `script` element: without a character that could end the element
    /// or begin a comment.
    static func inScript(_ value: JSONValue) -> String {
        var writer = JSONWriter(isInScript: true)
        writer.write(value)
        return writer.text
    }

    /// A string with its quotation marks.
    ///
    /// Besides what RFC 8259 §7 requires, characters that affect a terminal are escaped: DEL, C1 controls,
    /// and invisible and bidirectional control characters.
    package static func quoted(_ string: String) -> String {
        var writer = JSONWriter()
        writer.quote(string)
        return writer.text
    }
}
