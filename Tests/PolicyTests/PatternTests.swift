import Policy
import Testing

/// Patterns match whole texts, and take no longer for hostile ones.
struct PatternTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("a|bc", "bc", true),
        ("a*", "", true), ("a*", "aaaa", true), ("a+", "", false), ("a?b", "b", true), ("a{2,3}", "aa", true),
        ("a{2,3}", "aaaa", false), ("a{2,}", "aaaaaa", true), ("a{2}", "aaa", false),
        ("[a-c]+", "abcab", true), ("[^a-c]+", "xyz", true), ("[^a-c]", "b", false), ("[]a]+", "]a", true),
        ("[a-]+", "a-", true), ("\\d{4}-\\d\\d", "2026-11", true), ("\\w+", "a_1", true),
        ("\\S+", "a b", false),
        ("[\\d.]+", "1.5", true), (".*\\.png", "a.b.png", true), (".*\\.png", "a.jpg", false),
        ("(ab|c)*d", "abcabd", true), ("(?:x)y", "xy", true), ("^a$", "a", true), ("a^b", "ab", false),
        ("ä.😀", "äx😀", true), (".", "\n", false), ("\\.", ".", true), ("(a*)*", "aaa", true),
        ("(|a)+b", "aab", true), ("()*", "", true),
    ])
    func `a pattern matches a text or does not`(pattern: String, text: String, matches: Bool) throws {
        #expect(try Pattern(pattern).matches(text) == matches)
    }

    @Test(arguments: [
        ("(", 0), ("a)", 1), ("[a", 0), ("*a", 0), ("a**", 2), ("a{3,2}", 1), ("a{2000}", 1), ("a{x}", 1),
        ("\\", 0), ("a\\b", 1), ("(?=a)", 1), ("[z-a]", 4), ("[\\D]", 3),
    ])
    func `what is no pattern is refused at its place`(pattern: String, offset: Int) {
        let failure = #expect(throws: Pattern.Failure.self) { try Pattern(pattern) }
        #expect(failure?.offset == offset)
        #expect(failure?.message.isEmpty == false)
    }

    @Test(arguments: ["(a{1000}){1000}", String(repeating: "(", count: 100)])
    func `a pattern that would take too much is refused`(pattern: String) {
        #expect(throws: Pattern.Failure.self) { try Pattern(pattern) }
    }

    @Test(arguments: ["(a+)+b", "(a|aa)*b", "(a|a)*b", "a*a*a*a*a*a*a*b", "(()){1000}a*b"])
    func `a pattern that makes other matchers run for ever takes work that grows as the text does`(
        pattern: String
    ) throws {
        let pattern = try Pattern(pattern)
        let texts = [512, 1024].map { String(repeating: "a", count: $0) }
        #expect(texts.allSatisfy { !pattern.matches($0) })
        let work = texts.map { pattern.work(on: $0) }
        #expect(work[1] <= 2 * work[0] + 100)
        #expect(work[0] <= 512 * 100)
    }
}
