import Forms
import Testing

@testable import Inspection

/// `limits/form-key-depth` where a bracket stays open: the names that PHP 8.2 makes of it.
struct OpenBracketTests {
    @Test(arguments: [
        ("a[b", "a_b"), ("a[b.c", "a_b_c"), ("a b[c", "a_b_c"), ("a[b[c", "a_b_c"), (" a[b", "a_b"),
        ("a.b[c d", "a_b_c_d"),
    ])
    func `PHP puts an underscore in place of what its names cannot have`(_ name: String, _ read: String) {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎1⏎--AaB03x--⏎"
        var reader = FormReader(declared: [Array("AaB03x".utf8)])
        let bytes = RuleExample.bytes(of: body).bytes
        reader.push(bytes.span.bytes)
        let context = RuleContext(contentType: RuleExample.contentType, form: reader.finish())
        let found = Inspector.standard.judge(context).first { $0.rule == "limits/form-key-depth" }
        #expect(found?.message.hasSuffix("PHP reads `\(read)`") ?? false, "\(found?.message ?? "nothing")")
    }
}
