import Bytes
import Forms
import TestSupport
import Testing

/// What occurs in the content of a part.
struct ContentFeaturesTests {
    /// Content is looked at in steps of eight, sixteen and sixty-four bytes.
    @Test(arguments: 0..<140, [1, 3, 62])
    func `what occurs in content is seen at every place`(place: Int, after: Int) throws {
        func features(_ sign: String) throws -> ContentFeatures {
            let content =
                String(repeating: "x", count: place) + sign + String(repeating: "y", count: after)
            let text = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(content)\r\n--B--\r\n"
            let form = ReadForm([Array(text.utf8)], collectsContent: false).form
            return try #require(form.parts.first).facts.features
        }
        #expect(try features("") == [])
        #expect(try features("\u{0}") == .lowControl)
        #expect(try features("\u{E9}") == .nonASCII)
        #expect(try features("\r\n-") == [.lineBreak, .dashLine])
        #expect(try features("\nC") == [.lineBreak, .cLine])
        #expect(try features("z\r") == .lineBreak)
        #expect(try features("z-") == [])
        #expect(try features("\t") == [])
    }
}
