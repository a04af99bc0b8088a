import TestSupport
import Testing

struct SourceTextTests {
    @Test func `texts are read as the compiler joins them`() {
        let source = ##"""
            // "A comment" says nothing.
            let rationale = """
                One line goes \
                on. Another: \(count == 1 ? "a" : "(b") "quoted".
                """
            let message = "the \(x) line"
                + " ends\u{21} Next"
            call("text", of: "Go", other: condition ? "a\"b" : #"raw\"#)
            """##
        let texts = SourceText.all(in: source)
        #expect(
            texts.map { $0.sentences } == [
                ["One line goes on.", "Another: … \"quoted\"."], ["the … line ends!", "Next"], ["text"],
                ["Go"], ["a\"b"],
                ["raw\\"],
            ]
        )
        #expect(texts.map(\.label) == [nil, nil, nil, "of", nil, nil])
    }

    @Test(arguments: ["\"", "\"\\", "\"\\(", "\"\\u{", "\"\"\"", "#\"", "\"\\(\"", "\"\\u"])
    func `a source that ends in a literal is read to its end`(source: String) {
        #expect(SourceText.all(in: source).count == 1)
    }
}
