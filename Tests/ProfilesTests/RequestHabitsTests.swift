import Bytes
import Exchanges
import Forms
import Testing

@testable import Profiles

/// What the parts of a form show of the client that wrote it.
struct RequestHabitsTests {
    private static let usual = "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"

    /// The habits of a form with some parts, each from the end of its delimiter's text to the next delimiter.
    private func habits(_ parts: [String]) throws -> RequestHabits {
        var reader = FormReader(declared: [Array("B".utf8)])
        let body = parts.map { "--B" + $0 }.joined() + "--B--\r\n"
        reader.push(Array(body.utf8).span.bytes)
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.fidelity = .body
        return RequestHabits(exchange, form: reader.finish())
    }

    @Test(arguments: [
        (Habit.nameQuoting, "\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", "a token"),
        (.lineEnding, "\r\nContent-Disposition: form-data; name=\"a\"\n\r\n1\r\n", "LF"),
        (.lineEnding, "\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n", "LF"),
        (
            .valueType,
            "\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\n\r\n1\r\n",
            "text/plain"
        ),
        (.beyondASCII, "\r\nContent-Disposition: form-data; name=\"\u{E4}\"\r\n\r\n1\r\n", "as it is"),
        (.quotationMark, "\r\nContent-Disposition: form-data; name=\"%22\"\r\n\r\n1\r\n", "%22"),
        (
            .fileHeader, "\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n\r\n1\r\n",
            "Content-Disposition"
        ),
        (.valueHeader, "\r\nContent-Type: text/plain\r\n\r\n1\r\n", "Content-Type"),
    ])
    func `a part shows what sets it apart from the usual ones before it`(
        _ habit: Habit,
        _ part: String,
        _ value: String
    ) throws {
        #expect(!(try habits([Self.usual, Self.usual])[habit].contains(value)))
        #expect(try habits([Self.usual, part])[habit].contains(value))
        #expect(try habits([Self.usual, Self.usual, part])[habit].contains(value))
    }

    @Test func `a usual part shows the same as one that is taken apart`() throws {
        let folded = "\r\nContent-Disposition: form-data;\r\n name=\"a\"\r\n\r\n1\r\n"
        for habit in [Habit.nameQuoting, .valueHeader, .valueType] {
            #expect(try habits([Self.usual])[habit] == habits([folded])[habit])
            #expect(try habits([Self.usual, Self.usual])[habit] == habits([Self.usual])[habit])
        }
        #expect(try habits([Self.usual])[.lineEnding] == ["CR LF"])
    }
}
