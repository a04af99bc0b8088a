import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// What is said of receivers, held to what their versions of ``Receiver/measuredVersion`` did with these bodies.
struct FieldEffectsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        /// The names of the fields that each found, in order; `-` where it refused the form.
        var found: [Receiver: String]
        var words: String
    }

    private static let first = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1"
    private static let header = "Content-Disposition: form-data; name=\"z\"⏎⏎2"
    private static let last = "⏎--AaB03x⏎Content-Disposition: form-data; name=\"y\"⏎⏎3⏎--AaB03x--⏎"

    static let cases = [
        Case(
            testDescription: "no CRLF before a delimiter",
            text: first + "--AaB03x⏎" + header + last,
            found: all("ay", [.django: "azy"]),
            words: "PHP, Go, busboy, Werkzeug, python-multipart and multipart (Python) lose `z`; "
                + "Django reads all 3 fields as meant"
        ),
        Case(
            testDescription: "LF before a delimiter",
            text: first + "␊--AaB03x⏎" + header + last,
            found: all("ay", [.django: "azy", .php: "azy", .werkzeug: "azy"]),
            words: "Go, busboy, python-multipart and multipart (Python) lose `z`; "
                + "PHP, Werkzeug and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "CR before a delimiter",
            text: first + "␍--AaB03x⏎" + header + last,
            found: all("ay", [.django: "azy", .werkzeug: "azy"]),
            words: "PHP, Go, busboy, python-multipart and multipart (Python) lose `z`; "
                + "Werkzeug and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "an empty field without a CRLF of its own",
            text: String(first.dropLast()) + "--AaB03x⏎" + header + last,
            found: all("ay", [.go: "azy", .werkzeug: "azy", .django: "zy"]),
            words: "PHP, busboy, python-multipart and multipart (Python) lose `z`; Django loses `a`; "
                + "Go and Werkzeug read all 3 fields as meant"
        ),
        Case(
            testDescription: "too many dashes before a delimiter",
            text: first + "⏎----AaB03x⏎" + header + last,
            found: all("ay", [.django: "azy"]),
            words: "PHP, Go, busboy, Werkzeug, python-multipart and multipart (Python) lose `z`; "
                + "Django reads other content for `a`"
        ),
        Case(
            testDescription: "a blank after a delimiter",
            text: first + "⏎--AaB03x ⏎" + header + last,
            found: all("azy", [.php: "ay", .busboy: "ay", .defnull: "-"]),
            words: "multipart (Python) refuses the form; PHP and busboy lose `z`; "
                + "Go, Werkzeug, Django and python-multipart read all 3 fields as meant"
        ),
        Case(
            testDescription: "text after a delimiter",
            text: first + "⏎--AaB03xJUNK⏎" + header + last,
            found: all("ay", [.django: "azy", .defnull: "-"]),
            words: "multipart (Python) refuses the form; "
                + "PHP, Go, busboy, Werkzeug and python-multipart lose `z`; Django reads all 3 fields as meant"
        ),
        Case(
            testDescription: "a NUL after a delimiter",
            text: first + "⏎--AaB03x⟨00⟩⏎" + header + last,
            found: all("ay", [.php: "azy", .django: "azy", .defnull: "-"]),
            words: "multipart (Python) refuses the form; Go, busboy, Werkzeug and python-multipart lose `z`; "
                + "PHP and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "a vertical tab after a delimiter",
            text: first + "⏎--AaB03x⟨0B⟩⏎" + header + last,
            found: all("ay", [.werkzeug: "azy", .django: "azy", .defnull: "-"]),
            words: "multipart (Python) refuses the form; PHP, Go, busboy and python-multipart lose `z`; "
                + "Werkzeug and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "LF after a delimiter",
            text: first + "⏎--AaB03x␊" + header + last,
            found: all("azy", [.go: "-", .defnull: "-", .pythonMultipart: "ay", .busboy: "ay"]),
            words: "Go and multipart (Python) refuse the form; busboy and python-multipart lose `z`; "
                + "PHP, Werkzeug and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "a close delimiter between two parts",
            text: first + "⏎--AaB03x--⏎" + header + last,
            found: all("a", [.php: "ay", .django: "azy"]),
            words:
                "Go, busboy, Werkzeug, python-multipart and multipart (Python) lose `z` and `y`; PHP loses `z`; "
                + "Django reads all 3 fields as meant"
        ),
        Case(
            testDescription: "parts after a close delimiter",
            text: first + "⏎--AaB03x--⏎--AaB03x⏎" + header + last,
            found: all("a", [.php: "azy", .django: "azy"]),
            words: "Go, busboy, Werkzeug, python-multipart and multipart (Python) lose `z` and `y`; "
                + "PHP and Django read all 3 fields as meant"
        ),
        Case(
            testDescription: "no CRLF before the close delimiter",
            text: first + "⏎--AaB03x⏎" + header + "--AaB03x--⏎",
            found: all("az", [.go: "-", .busboy: "-", .defnull: "-", .werkzeug: "", .pythonMultipart: "a"]),
            words: "Go, busboy and multipart (Python) refuse the form; Werkzeug finds no field; "
                + "python-multipart loses `z`; PHP reads other content for `z`; Django reads all 2 fields as meant"
        ),
        Case(
            testDescription: "LF before the first delimiter",
            text: "␊" + first + "⏎--AaB03x⏎" + header + last,
            found: all("azy", [.busboy: "zy", .defnull: "-"]),
            words: "multipart (Python) refuses the form; busboy loses `a`; "
                + "PHP, Go, Werkzeug, Django and python-multipart read all 3 fields as meant"
        ),
        Case(
            testDescription: "a close delimiter with one dash",
            text: first + "⏎--AaB03x⏎" + header + "⏎--AaB03x-⏎",
            found: all("-", [.php: "az", .werkzeug: "", .django: "az", .pythonMultipart: "a"]),
            words: "Go, busboy and multipart (Python) refuse the form; Werkzeug finds no field; "
                + "python-multipart loses `z`; PHP and Django read all 2 fields as meant"
        ),
        Case(
            testDescription: "LF everywhere",
            text: (first + "⏎--AaB03x⏎" + header + last).replacing("⏎", with: "␊"),
            found: all("-", [.go: "azy", .php: "azy", .werkzeug: "azy", .django: ""]),
            words: "busboy, python-multipart and multipart (Python) refuse the form; Django finds no field; "
                + "PHP, Go and Werkzeug read all 3 fields as meant"
        ),
        Case(
            testDescription: "CR everywhere",
            text: (first + "⏎--AaB03x⏎" + header + last).replacing("⏎", with: "␍"),
            found: all("-", [.php: "", .werkzeug: "azy", .django: ""]),
            words:
                "Go, busboy, python-multipart and multipart (Python) refuse the form; PHP and Django find no field; "
                + "Werkzeug reads all 3 fields as meant"
        ),
        Case(
            testDescription: "a line of content that is the delimiter",
            text: first + "⏎--AaB03x⏎more" + last,
            found: all("-", [.php: "ay", .werkzeug: "ay", .django: "ay"]),
            words: "Go, busboy, python-multipart and multipart (Python) refuse the form; "
                + "PHP, Werkzeug and Django read other content for `a`"
        ),
        Case(
            testDescription: "the boundary in the middle of a line of content",
            text: first + " --AaB03x y" + last,
            found: all("ay"),
            words: "Django reads other content for `a`; "
                + "PHP, Go, busboy, Werkzeug, python-multipart and multipart (Python) read all 2 fields as meant"
        ),
        Case(
            testDescription: "a part in the middle of a line of content",
            text: first + " --AaB03x y⏎Content-Disposition: form-data; name=\"evil\"⏎⏎2" + last,
            found: all("ay", [.django: "aevily"]),
            words: "Django takes content for a field `evil`; "
                + "PHP, Go, busboy, Werkzeug, python-multipart and multipart (Python) read all 2 fields as meant"
        ),
    ]

    @Test(arguments: cases)
    func `each receiver finds the fields that it found when it was measured`(_ testCase: Case) throws {
        let form = try #require(SentRequest(framing: .bare, sending: testCase.text).context.form)
        for reading in ReceiverReading.all(of: form) {
            let found =
                switch reading.outcome {
                case .refuses: "-"
                case .fields(let fields):
                    fields.map { String(decoding: $0.name ?? [], as: UTF8.self) }.joined()
                }
            #expect(found == testCase.found[reading.receiver], "\(reading.receiver.name)")
        }
    }

    @Test(arguments: cases)
    func `the words name who loses what`(_ testCase: Case) throws {
        let form = try #require(SentRequest(framing: .bare, sending: testCase.text).context.form)
        #expect(FieldEffects(of: form).words == testCase.words)
    }

    @Test func `that receivers differ is told with the fault that makes them differ, and not beside it`()
        throws
    {
        for testCase in Self.cases {
            let context = SentRequest(framing: .bare, sending: testCase.text).context
            let findings = Inspector.standard.judge(context).filter { $0.severity > .note }
            #expect(!findings.contains { $0.rule == "compat/divergence" }, "\(testCase.testDescription)")
        }
    }

    private static func all(
        _ fields: String,
        _ others: [Receiver: String] = [:]
    ) -> [Receiver: String] {
        var found: [Receiver: String] = [:]
        for receiver in ReceiverReading.receivers { found[receiver] = fields }
        for (receiver, other) in others { found[receiver] = other }
        return found
    }
}
