/// The text of JSON values: on one line, or with one member a line.
package enum JSONText {
    /// The text on one line, without blanks between tokens.
    static func compact(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return writer.text
    }

    /// The text with each member and element on a line of its own, two blanks deeper a level.
    ///
    /// - Parameters:
    ///   - value: what to write.
    ///   - depth: the level at which the value itself stands.
    /// - Returns: the text, without a line break at its end.
    static func indented(_ value: JSONValue, depth: Int = 0) -> String {
        var writer = JSONWriter()
        writer.write(value, depth: depth)
        return writer.text
    }

    /// The value on one line, as it may stand inside of a `script` element: without a character that could end the
    /// element or begin a comment in it.
    static func inScript(_ value: JSONValue) -> String {
        var writer = JSONWriter(isInScript: true)
        writer.write(value)
        return writer.text
    }

    /// A string with its quotation marks.
    ///
    /// Besides what RFC 8259 §7 demands, characters that would act on a terminal are escaped: DEL, C1 controls,
    /// and those that draw nothing or turn the line around.
    package static func quoted(_ string: String) -> String {
        var writer = JSONWriter()
        writer.quote(string)
        return writer.text
    }
}
