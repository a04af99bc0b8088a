import Exchanges
import Forms
import Inspection
import Testing

/// What readers of four kinds find in the same bytes.
struct ReadingTests {
    private static let head = "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎"
    private static let second = "--AaB03x⏎Content-Disposition: form-data; name=\"z\"⏎⏎2"
    private static let end = "⏎--AaB03x--⏎"

    private func readings(_ text: String) throws -> [FormReading.Kind: [String]] {
        let form = try #require(SentRequest(framing: .bare, sending: text).context.form)
        let pairs = form.readings.map { reading in
            (
                reading.kind,
                reading.fields.map { field in
                    "\(field.name.map { String(decoding: $0, as: UTF8.self) } ?? "-") \(field.content.count)"
                }
            )
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `all readers find the same fields in a form as it should be`() throws {
        let found = try readings(Self.head + "1⏎" + Self.second + Self.end)
        #expect(found.count == 4)
        #expect(found.values.allSatisfy { $0 == ["a 1", "z 1"] })
    }

    @Test func `a delimiter after a bare LF divides the readers`() throws {
        let found = try readings(Self.head + "1␊" + Self.second + Self.end)
        #expect(found[.lfTolerant] == ["a 1", "z 1"])
        #expect(found[.midlineSplitting] == ["a 1", "z 1"])
        #expect(found[.strict]?.count == 1)
        #expect(found[.prefixSplitting]?.count == 1)
    }

    @Test func `an empty field without its own CRLF is lost to strict readers`() throws {
        let found = try readings(Self.head + Self.second + Self.end)
        #expect(found[.strict] == ["a 55"])
        #expect(found[.lfTolerant] == ["a 0", "z 1"])
    }

    @Test func `a line that begins with the boundary ends the field for those who split by prefix`() throws {
        let found = try readings(Self.head + "1⏎--AaB03xyz⏎2" + Self.end)
        #expect(found[.strict] == ["a 16"])
        #expect(found[.lfTolerant] == ["a 16"])
        #expect(found[.prefixSplitting] == ["a 1"])
    }

    @Test func `a part in the data is seen by those who split in mid-line`() throws {
        let found = try readings(
            Self.head + "x --AaB03x y⏎Content-Disposition: form-data; name=\"evil\"⏎⏎3" + Self.end
        )
        #expect(found[.strict]?.count == 1)
        #expect(found[.midlineSplitting] == ["a 2", "evil 1"])
    }

    @Test func `what follows the close delimiter is a field for some`() throws {
        let found = try readings(Self.head + "1⏎--AaB03x--⏎" + Self.second + Self.end)
        #expect(found[.strict] == ["a 1"])
        #expect(found[.prefixSplitting] == ["a 1", "z 1"])
    }
}
