import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Testing

/// What a wrong Content-Length is said to count, in forms with text and binary files.
struct LengthCauseTests {
    /// A field and a file.
    private static func upload(_ field: String, file: String = photo, after: String = "") -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"caption\"⏎⏎\(field)⏎"
            + "--AaB03x⏎Content-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"⏎Content-Type: image/jpeg⏎⏎\(file)⏎"
            + after + "--AaB03x--⏎"
    }

    private static let photo = "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⏎⟨80⟩⟨81⟩␊⟨F0⟩⟨81⟩⟨82⟩⟨83⟩⟨84⟩"
    private static let large = photo + String(repeating: "⟨FF⟩⟨00⟩", count: 40_000)
    private static let caption = "Größe: 3 €, 👩‍👩‍👧‍👦 e\u{301}"

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var body: [UInt8]
        /// The text of the body with its files taken out.
        var text: String
        /// What is missing from the length, given the text.
        var missing: @Sendable (String) -> Int
        var fields = ""
        var rules: [String]
        var words: [String]
    }

    private static let swift = "User-Agent: App/2 CFNetwork/1410 Darwin/22.6⏎"
    private static let text = String(
        decoding: RuleExample.bytes(of: upload(caption, file: "")).bytes,
        as: UTF8.self
    )

    static let cases = [false, true].flatMap { isLarge in
        cases(
            RuleExample.bytes(of: upload(caption, file: isLarge ? large : photo)).bytes,
            isLarge ? "a large file" : "a small file"
        )
    }

    private static func cases(_ body: [UInt8], _ size: String) -> [Case] {
        let fileLength = body.count - text.utf8.count
        return [
            Case(
                testDescription: "UTF-16 code units of the text, \(size)",
                body: body,
                text: text,
                missing: { $0.utf8.count - $0.utf16.count },
                rules: ["length/characters-not-bytes"],
                words: ["the text in UTF-16 code units", "plus the file in bytes"]
            ),
            Case(
                testDescription: "scalars of the text, \(size)",
                body: body,
                text: text,
                missing: { $0.utf8.count - $0.unicodeScalars.count },
                rules: ["length/characters-not-bytes"],
                words: ["the text in Unicode scalars"]
            ),
            Case(
                testDescription: "grapheme clusters of the text, \(size)",
                body: body,
                text: text,
                missing: { $0.utf8.count - $0.count },
                fields: swift,
                rules: ["length/graphemes-crlf"],
                words: ["the text in grapheme clusters", "String.count"]
            ),
            Case(
                testDescription: "no close delimiter, \(size)",
                body: body,
                text: text,
                missing: { _ in 14 },
                rules: ["length/short-by-close-delimiter"],
                words: ["the close delimiter is not counted"]
            ),
            Case(
                testDescription: "UTF-16 code units and no close delimiter, \(size)",
                body: body,
                text: text,
                missing: { $0.utf8.count - $0.utf16.count + 14 },
                rules: ["length/characters-not-bytes", "length/short-by-close-delimiter"],
                words: [
                    "of them: the text in UTF-16 code units",
                    "14 of them: the close delimiter is not counted",
                ]
            ),
            Case(
                testDescription: "grapheme clusters and no close delimiter, \(size)",
                body: body,
                text: text,
                missing: { text in
                    let rest = text.utf8.dropLast(14)
                    return rest.count - String(decoding: rest, as: UTF8.self).count + 14
                },
                fields: swift,
                rules: ["length/graphemes-crlf", "length/short-by-close-delimiter"],
                words: ["of them: the text in grapheme clusters", "14 of them: the close delimiter"]
            ),
            Case(
                testDescription: "no line ends, \(size)",
                body: body,
                text: text,
                missing: { _ in 20 },
                rules: ["length/short-by-line-count"],
                words: ["none of the 10 CRLF between the contents is counted"]
            ),
        ]
            + (fileLength > 1000
                ? []
                : [
                    Case(
                        testDescription: "no file",
                        body: body,
                        text: text,
                        missing: { _ in fileLength },
                        rules: ["length/piece-not-counted"],
                        words: ["the content of file field `photo` is not counted"]
                    ),
                    Case(
                        testDescription: "neither the file nor the close delimiter",
                        body: body,
                        text: text,
                        missing: { _ in fileLength + 14 },
                        rules: ["length/piece-not-counted", "length/short-by-close-delimiter"],
                        words: ["\(fileLength) of them: the content of file field `photo`", "14 of them"]
                    ),
                ])
    }

    @Test(arguments: cases)
    func `a wrong length is explained by what it counts`(_ testCase: Case) throws {
        let declared = testCase.body.count - testCase.missing(testCase.text)
        let request = SentRequest(declaring: declared, sending: testCase.body, fields: testCase.fields)
        let findings = Inspector.standard.judge(request.context).filter { $0.severity > .note }
        #expect(findings.map(\.rule) == testCase.rules)
        let messages = findings.map(\.message).joined(separator: "\n")
        for words in testCase.words { #expect(messages.contains(words), "\(messages)") }
    }

    @Test func `the contents of some parts together are recognised where no others have their size`() {
        let body = Self.upload(
            String(repeating: "x", count: 300),
            file: String(repeating: "y", count: 1000),
            after:
                "--AaB03x⏎Content-Disposition: form-data; name=\"note\"⏎⏎\(String(repeating: "z", count: 77))⏎"
        )
        let findings = Inspector.standard.judge(SentRequest(declaring: 1077, sending: body).context)
        #expect(
            findings.first { $0.severity == .error }?.message.hasSuffix(
                "1077 is the size of the contents of parts 2 and 3 together"
            ) ?? false
        )
    }

    @Test func `a length that fits nothing is only too short`() {
        for missing in [3, 5, 7, 19, 40] {
            let body = Self.upload("plain")
            let length = RuleExample.bytes(of: body).bytes.count
            let findings = Inspector.standard.judge(
                SentRequest(declaring: length - missing, sending: body).context
            )
            #expect(findings.filter { $0.severity > .note }.map(\.rule) == ["length/too-short"], "\(missing)")
        }
    }

    @Test(arguments: [(photo + "␊", "length/off-by-2"), ("one␊two␊", "length/short-by-line-count")])
    func `line feeds that became CRLF are counted in text alone`(_ file: String, _ rule: String) {
        let body = RuleExample.bytes(of: Self.upload("plain", file: file)).bytes
        let request = SentRequest(declaring: body.count + 2, sending: body)
        let findings = Inspector.standard.judge(request.context).filter { $0.severity > .note }
        #expect(findings.map(\.rule) == [rule])
    }

    @Test func `the fix is written for the sender`() {
        let body = Self.upload(Self.caption)
        let length = RuleExample.bytes(of: body).bytes.count
        let text = Self.text
        for (agent, words) in [
            ("App/2 CFNetwork/1410 Darwin/22.6", "URLSession"), ("python-requests/2.31", "`len()`"),
            ("okhttp/4.12", "getBytes"), ("Mozilla/5.0 (X11)", "browsers"), ("node", "Buffer"),
            ("x", "Data.count"),
        ] {
            let request = SentRequest(
                declaring: length - text.utf8.count + text.utf16.count,
                sending: body,
                fields: "User-Agent: \(agent)⏎"
            )
            let finding = Inspector.standard.judge(request.context).first { $0.severity == .error }
            #expect(finding?.hint.contains(words) ?? false, "\(agent): \(finding?.hint ?? "nothing")")
        }
    }
}
