import Bytes
import Testing

struct PrintableTextTests {
    @Test(arguments: [
        ("a\r\nb\tc", "a␍␊b␉c"), ("\u{1B}[31mred\u{1B}[0m", "\\x1B[31mred\\x1B[0m"),
        ("\0\u{7F}", "\\x00\\x7F"),
        ("\u{9B}31m", "\\u{9b}31m"), ("a\u{202E}txt.exe", "a\\u{202e}txt.exe"), ("\u{200B}x", "\\u{200b}x"),
        ("größe é😀 (1).txt", "größe é😀 (1).txt"), ("e\u{301}", "e\u{301}"), ("", ""),
        ("\u{2066}\u{2069}\u{200F}\u{61C}", "\\u{2066}\\u{2069}\\u{200f}\\u{61c}"),
        ("\u{FEFF}a\u{2028}", "\\u{feff}a\\u{2028}"), ("❤\u{FE0F}", "❤\\u{fe0f}"),
    ])
    func `what is no plain text is spelt out`(text: String, shown: String) {
        #expect(PrintableText.text(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(
        arguments: [
            ([0xFF, 0x61], "\\xFFa"), ([0xC3, 0x28], "\\xC3("), ([0xC3], "\\xC3"),
            ([0xE2, 0x82], "\\xE2\\x82"),
            ([0xF0, 0x9F, 0x98], "\\xF0\\x9F\\x98"), ([0xE2, 0x82, 0x41], "\\xE2\\x82A"),
            ([0xC0, 0x80], "\\xC0\\x80"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"), ([0x80, 0xC3, 0xA9], "\\x80é"),
            ([0xE2, 0xC3, 0xA9], "\\xE2é"), ([0xC3, 0x0D, 0x0A], "\\xC3␍␊"),
        ] as [([UInt8], String)]
    )
    func `each byte that is not valid UTF-8 is shown by its number`(bytes: [UInt8], shown: String) {
        #expect(PrintableText.text(bytes) == shown)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcde…"), ("abcdef", 0, "…"), ("", 0, ""), ("aé", 2, "a…"),
        ("aéb", 3, "aé…"), ("a😀b", 4, "a…"), ("a😀b", 5, "a😀…"), ("a\r\n", 2, "a␍…"),
    ])
    func `what is too long is cut between characters`(text: String, limit: Int, shown: String) {
        #expect(PrintableText.text(text, limit: limit) == shown)
    }

    @Test func `a broken character at the limit is still shown`() {
        #expect(PrintableText.text([0x61, 0xC3, 0x28, 0x28], limit: 2) == "a\\xC3…")
        #expect(PrintableText.text([0x61, 0xC3], limit: .max) == "a\\xC3")
    }

    @Test func `no character survives that draws nothing, moves the cursor or turns the line around`() {
        let breaks: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
        var value: UInt32 = 0
        while value < 0x11_0000 {
            defer { value += 1 }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            guard
                properties.isDefaultIgnorableCodePoint || properties.isBidiControl
                    || breaks.contains(properties.generalCategory)
            else { continue }
            let shown = PrintableText.text(String(Character(scalar)))
            #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func `broken bytes cost no more than whole ones`() {
        // Quadratic work would take minutes here.
        let shown = PrintableText.text([UInt8](repeating: 0xFF, count: 200_000), limit: .max)
        #expect(shown.utf8.count == 800_000)
    }
}
