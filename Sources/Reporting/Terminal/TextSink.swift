/// Takes the text of a report in order; where it goes is decided at the rim.
package protocol TextSink: AnyObject {
    /// Takes the next piece of text.
    func write(_ text: String)
}

extension TextSink {
    /// Takes a piece of text and the end of its line.
    package func line(_ text: String = "") {
        write(text)
        write("\n")
    }
}

/// A sink that keeps its text until what must stand before it is known.
package protocol TextSpool: TextSink {
    /// Writes all that was taken to another sink, in order.
    func replay(into sink: any TextSink)
}

/// Keeps text in memory.
package final class StringSink: TextSpool {
    /// What was written so far.
    package private(set) var text = ""

    /// Makes an empty sink.
    package init() {}

    /// Appends the text.
    package func write(_ text: String) {
        self.text += text
    }

    /// Writes the text to another sink.
    package func replay(into sink: any TextSink) {
        sink.write(text)
    }
}
