import Bytes
import Testing

@testable import Forms

/// The Content-Type of a form that is read in one pass, held against the tolerant reader.
struct MediaTypeTests {
    @Test(arguments: [
        "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
        "multipart/form-data; boundary=----------------------------",
        "multipart/form-data; boundary=B",
        "multipart/form-data; boundary=\(String(repeating: "x", count: 69))",
    ])
    func `both ways of reading give the same, whatever byte is changed or missing`(value: String) throws {
        let bytes = Array(value.utf8)
        try expectSame(bytes)
        for place in bytes.indices {
            var shorter = bytes
            shorter.remove(at: place)
            try expectSame(shorter)
            for byte in Array("\"\\;=:/%_-. aZ0\t".utf8) + [0x7F, 0xE9] {
                var changed = bytes
                changed[place] = byte
                try expectSame(changed)
                var longer = bytes
                longer.insert(byte, at: place)
                try expectSame(longer)
            }
        }
    }

    private func expectSame(_ value: [UInt8]) throws {
        let section = FieldSection(
            parsing: Array("Host: a\r\nContent-Type: ".utf8) + value + [0x0D, 0x0A],
            base: 7
        )
        let line = try #require(section.first(.contentType))
        let tolerantly = MediaType(line, ParameterizedValue(section, line.value), in: section)
        #expect(MediaType(section) == tolerantly)
    }
}
