import Bytes
import Exchanges
import Inspection
import NIOCore
import Reporting
import Testing

@testable import ToolLive

/// What two answers to a captured request show, and how they are written side by side.
struct ReplayAnswerTests {
    private static func answer(
        _ status: Int?,
        _ content: String = "",
        fields: String = "",
        failure: String? = nil
    ) -> ReplayAnswer {
        var outcome = UploadOutcome()
        outcome.fields = FieldSection(parsing: Array(fields.utf8), base: 0)
        outcome.status = status
        outcome.reason = "Reason"
        outcome.take(Array(content.utf8), limit: .max)
        outcome.answerTime = .microseconds(1_250)
        return ReplayAnswer(outcome, failure: status == nil ? failure ?? "closed" : nil)
    }

    @Test(
        arguments: [
            (
                400, 200, "a", "b", true, "client",
                "refuses the original: the client's bytes are at fault (a/b, c/d)"
            ),
            (500, 204, "", "", true, "client", "fails on the original"),
            (nil, 200, "", "", true, "client", "does not answer the original"),
            (200, 200, "a", "a", true, "tolerated", "answers alike"),
            (200, 200, "a", "b", true, "read-otherwise", "reads other parts"),
            (200, 303, "a", "a", true, "read-otherwise", "answers them differently"),
            (422, 422, "a", "b", true, "elsewhere", "refuses both requests with 422"),
            (400, 500, "", "", true, "elsewhere", "refuses the original and fails on the fixed request"),
            (401, 401, "", "", true, "elsewhere", "(Cookie stayed behind)"),
            (nil, nil, "", "", true, "elsewhere", "The server answers neither request: what"),
            (200, 400, "", "", true, "fix", "refuses the fixed request"),
            (200, 200, "a", "a", false, "nothing-to-fix", "answers it alike"),
            (400, 200, "a", "a", false, "nothing-to-fix", "in two ways"),
        ] as [(Int?, Int?, String, String, Bool, String, String)]
    )
    func `the answers show whose fault it is`(
        original: Int?,
        fixed: Int?,
        first: String,
        second: String,
        isChanged: Bool,
        kind: String,
        text: String
    ) {
        let verdict = ReplayVerdict(
            Self.answer(original, first),
            Self.answer(fixed, second),
            rules: ["a/b", "c/d"],
            isChanged: isChanged,
            keptBack: ["Cookie"]
        )
        #expect(verdict.kind.rawValue == kind)
        #expect(verdict.sentence.contains(text), "\(verdict.sentence)")
    }

    @Test(arguments: [80, 100, 200])
    func `both answers fit the terminal, whatever is in them`(width: Int) {
        let long = String(repeating: "x", count: 700)
        let first = Self.answer(
            400,
            "{\"error\": \"\(long)\"}\r\n\u{1B}[31m\u{7}日本語\u{202E}\n"
                + String(repeating: "line\n", count: 40),
            fields:
                "Content-Type: text/plain\r\nX-Long-Field-Name-Of-A-Server: \(long)\r\nSame: 1\r\nDate: a\r\n"
        )
        let second = Self.answer(
            nil,
            failure: "nothing was sent or received for too long, so that it is over"
        )
        let third = Self.answer(
            200,
            "ok\n",
            fields: "content-type: a/b\r\nsame: 1\r\nDate: b\r\nX: 1\r\nx: 2\r\n"
        )
        for (left, right) in [(first, second), (second, first), (first, third), (third, first)] {
            let columns = AnswerColumns(("original", left), ("fixed", right), TextStyle(width: width))
            for line in columns.lines {
                #expect(line.columns <= width, "\(line)")
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
            }
            #expect(columns.lines.count < 70)
        }
        let text = AnswerColumns(("original", first), ("fixed", third), TextStyle(width: width))
            .lines.joined(separator: "\n")
        #expect(text.contains("400 Reason") && text.contains("│ 200 Reason"))
        #expect(text.contains("│ 1, 2") && text.contains("1.3 ms") && text.contains("…"))
        #expect(!text.contains("same") && !text.contains("date"))
    }

    @Test func `a content is shown without its coding`() {
        var outcome = UploadOutcome()
        outcome.status = 200
        outcome.fields = FieldSection(parsing: Array("Content-Encoding: gzip\r\n".utf8), base: 0)
        let coded: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xCF, 0x06, 0, 0x47, 0xDD, 0xDC, 0x79, 2, 0, 0, 0,
        ]
        outcome.take(coded, limit: .max)
        let answer = ReplayAnswer(outcome)
        #expect(answer.content == Array("ok".utf8) && answer.coding == "gzip")
        outcome.fields = FieldSection()
        #expect(ReplayAnswer(outcome).content == coded)
    }

    @Test func `times and statuses are counted`() {
        let answers = [200, 503, 200, nil].map { Self.answer($0) }
        let text = ReplayTally(answers).text
        #expect(
            text.hasPrefix("4 requests: 2 × 200, 1 × no response, 1 × 503; answered after 1.3 ms to 1.3 ms")
        )
        #expect(ReplayTally([]).text == "0 requests: ")
    }
}
