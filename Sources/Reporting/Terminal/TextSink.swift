/// Receives the text of a report in order; the command decides where it goes.
package protocol TextSink: AnyObject {
    /// Writes the next piece of text.
    func write(_ text: String)

    /// Writes the next piece of text, valid UTF-8.
    func write(utf8 bytes: RawSpan)

    /// Makes sure that what was written can be read by others.
    func flush()
}

extension TextSink {
    /// Nothing waits.
    package func flush() {}

    /// Writes the text of the bytes.
    package func write(utf8 bytes: RawSpan) {
        write(bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// Writes a piece of text and a line break.
    package func line(_ text: String = "") {
        write(text)
        write("\n")
    }
}

/// A sink that buffers its text until the text before it is known.
package protocol TextSpool: TextSink {
    /// Writes all buffered text to another sink, in order.
    func replay(into sink: any TextSink)
}

/// Collects text in memory.
package final class StringSink: TextSpool {
    /// The text written so far.
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
