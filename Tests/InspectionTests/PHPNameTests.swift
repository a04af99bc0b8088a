import Forms
import InspectionRules
import Testing

@testable import Inspection

/// `limits/form-key-depth` where brackets are not pairs at the end of a name: what PHP 8.2 made of each.
struct PHPNameTests {
    private func finding(_ name: String, _ filename: String) -> String? {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"\(filename)⏎⏎1⏎--AaB03x--⏎"
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        let bytes = RuleExample.bytes(of: body).bytes
        reader.push(bytes.span.bytes)
        let context = RuleContext(contentType: RuleExample.contentType, form: reader.finish())
        return Inspector.standard.judge(context).first { $0.rule == "limits/form-key-depth" }?.message
    }

    @Test(arguments: [
        ("a[b", "a_b"), ("a[b.c", "a_b_c"), ("a b[c", "a_b_c"), ("a[b[c", "a_b_c"), (" a[b", "a_b"),
        ("a.b[c d", "a_b_c_d"), ("a[b]c", "a[b]"), ("a.x[b]c[d]", "a_x[b]"), ("a[b][c", "a[b]"),
        ("a[[b]]", "a[[b]"), ("a[b] ", "a[b]"), ("a[b]]", "a[b]"),
    ])
    func `a field has another name`(_ name: String, _ read: String) {
        let found = finding(name, "")
        #expect(found?.hasSuffix("PHP reads `\(read)`") ?? false, "\(found ?? "nothing")")
    }

    @Test(arguments: ["[a]", "[", "[]", "[a][b]"])
    func `a field whose name begins with a bracket is dropped`(_ name: String) {
        #expect(finding(name, "") == "the name `\(name)` begins with a bracket: PHP drops the field")
    }

    @Test(arguments: ["a]", "a[b]", "a[]", "a[b][c]", "a[b[c]", "a]b[c]", "]"])
    func `a field has its name`(_ name: String) {
        #expect(finding(name, "") == nil)
    }

    @Test(arguments: ["a[b", "[a]", "a[b]c", "a[b]]", "a]b[c]", "a[b][c", "a[[b]]", "a[b[c]", "]", "a[] "])
    func `a file is dropped`(_ name: String) {
        let found = finding(name, "; filename=\"x\"")
        #expect(
            found == "the brackets in the name `\(name)` are not pairs at its end: PHP drops the file"
        )
    }

    @Test(arguments: ["a[b]", "a[]", "a[ b]", "a b[c d]", "a[b][c]"])
    func `a file is kept`(_ name: String) {
        #expect(finding(name, "; filename=\"x\"") == nil)
    }
}
