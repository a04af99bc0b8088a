import Forms
import Testing

/// Which of the line breaks before a delimiter are content.
struct ContentEndTests {
    @Test(arguments: [
        // Content that ends in CR, then the delimiter's own CR LF.
        (
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\r\n--B--\r\n", [0x31, 0x0D],
            Delimiter.Precedent.crlf
        ),
        // A writer that doubles each CR doubles the one after the delimiter too.
        (
            "--B\r\r\nContent-Disposition: form-data; name=\"a\"\r\r\n\r\r\n1\r\r\n--B--\r\r\n", [0x31],
            Delimiter.Precedent.crcrlf
        ),
    ])
    func `the CR of CR CR LF belongs to content unless the delimiter's line ends so too`(
        _ body: String,
        _ tail: [UInt8],
        _ precedent: Delimiter.Precedent
    ) throws {
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.push(Array(body.utf8).span.bytes)
        let form = reader.finish()
        #expect(try #require(form.parts.first).facts.sample == tail)
        #expect(form.close?.precedent == precedent)
    }
}
