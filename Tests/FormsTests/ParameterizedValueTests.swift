import Bytes
import Forms
import Testing

/// Field values with parameters, as real and broken clients write them.
struct ParameterizedValueTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var text: String
        var leading: String
        var parameters: [String]
        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case(
            text: "multipart/form-data; boundary=B",
            leading: "multipart/form-data",
            parameters: ["boundary|B"]
        ),
        Case(text: "form-data;name=a", leading: "form-data", parameters: ["name|a"]),
        Case(text: "form-data; name=\"a;b\"; x", leading: "form-data", parameters: ["name|a;b", "x|"]),
        Case(text: "form-data; name=\"a\\\"b\"", leading: "form-data", parameters: ["name|a\\\"b"]),
        Case(
            text: "form-data; name=\"a\\\\\"; b=c",
            leading: "form-data",
            parameters: ["name|a\\\\", "b|c"]
        ),
        Case(
            text: "form-data; filename=\"na\"me;x=\\y.txt\"",
            leading: "form-data",
            parameters: ["filename|na|me", "x|\\y.txt\""]
        ),
        Case(text: "a/b boundary=B", leading: "a/b", parameters: ["boundary|B"]),
        Case(text: "a/b, boundary=B", leading: "a/b", parameters: ["boundary|B"]),
        Case(text: "a/b; boundary = \"B\"", leading: "a/b", parameters: ["boundary|B"]),
        Case(text: "a/b; boundary=\"B", leading: "a/b", parameters: ["boundary|B"]),
        Case(text: "a/b; boundary=a b?", leading: "a/b", parameters: ["boundary|a b?"]),
        Case(text: "a/b;;", leading: "a/b", parameters: []),
        Case(text: "", leading: "", parameters: []),
        Case(text: ";=", leading: "", parameters: ["|"]),
    ]

    @Test(arguments: cases)
    func `takes a value apart without losing a byte`(_ testCase: Case) {
        let section = FieldSection(bytes: Array(testCase.text.utf8), base: 100)
        let value = ParameterizedValue(section, section.range)
        #expect(section.text(value.leading) == testCase.leading)
        let parameters = value.parameters.map { parameter in
            let junk = parameter.junk.isEmpty ? "" : "|" + section.text(parameter.junk)
            return section.text(parameter.name) + "|" + section.text(parameter.value) + junk
        }
        #expect(parameters == testCase.parameters)
    }

    @Test(arguments: cases)
    func `any prefix of a value is taken apart without a crash`(_ testCase: Case) {
        let bytes = Array(testCase.text.utf8)
        for length in 0...bytes.count {
            let section = FieldSection(bytes: Array(bytes.prefix(length)), base: 7)
            let value = ParameterizedValue(section, section.range)
            #expect(value.leading.upperBound <= 7 + length)
        }
    }
}
