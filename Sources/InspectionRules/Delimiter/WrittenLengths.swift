import Bytes
package import Forms
import Inspection

/// The lengths that `DataOutputStream.writeUTF` of Java writes before texts: two bytes each, of which no form knows.
package struct WrittenLengths {
    /// The first of them.
    private let first: ArraySlice<UInt8>

    /// Looks at the beginning of a body; `nil` where no length stands there, or no delimiter after it.
    ///
    /// It must be that of a text that ends a line, or is the delimiter alone.
    package init?(in form: Form) {
        let delimiter = form.delimiterText
        guard delimiter.count > 2 else { return nil }
        let opening = form.kept.window(at: 0, before: 0, after: delimiter.count + 4).bytes
        first = opening.prefix(2)
        let text = opening.dropFirst(2)
        let lead = text.starts(with: [0x0D, 0x0A]) ? 2 : 0
        guard text.dropFirst(lead).starts(with: delimiter) else { return nil }
        let length = first.reduce(0) { $0 << 8 | Int($1) }
        guard length >= lead + delimiter.count, 2 + length <= form.length else { return nil }
        let last = form.kept.window(at: 2 + length, before: 1, after: 0).bytes.first
        guard length == lead + delimiter.count || last == 0x0A else { return nil }
    }

    /// What is wrong with the bytes.
    var message: String {
        "two bytes with the length of a text, `\(PrintableText.text(first))`, stand before the text of the first delimiter, "
            + "and such bytes before each further text: they are read as bytes of the form"
    }

    /// How to write none.
    package static let hint =
        "Write the texts with `writeBytes`, or with `write(text.getBytes(UTF_8))`: `writeUTF` of DataOutputStream writes the "
        + "length of each text before it."
}
