import Testing

@testable import Repair

/// The contents that a repair writes in the place of what was sent.
struct RepairedContentTests {
    @Test(arguments: [
        ("base64", "QUJD\r\nREU=", "ABCDE"), ("Quoted-Printable", "=C3=A4 =\r\nb=3d", "ä b="),
        ("quoted-printable", "=x", nil),
        ("x-other", "a", nil),
    ])
    func `a transfer encoding is taken off`(coding: String, content: String, meant: String?) {
        let decoded = TransferDecoding.decode(Array(content.utf8), Array(coding.utf8)[...])
        #expect(decoded == meant.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("<41424344 45>", "ABCDE"), ("{length = 2, bytes = 0x4142}", "AB"),
        ("{length = 30, bytes = 0x4142 ... 4344 }", nil),
        ("<414>", nil), ("[object Object]", nil),
    ])
    func `a description is read only where it is whole`(text: String, bytes: String?) {
        #expect(PrintedBytes.read(Array(text.utf8)) == bytes.map { Array($0.utf8) })
    }
}
