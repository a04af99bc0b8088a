import Inspection
import InspectionRules
import Pages
import Policy
import Testing

/// Every complaint about a file that a person wrote names its place, and the word that was probably meant.
struct PolicyFileTests {
    private static let rules = RuleCatalogue.ofForms.adding(PageRules.all + ContractRules.catalogue)

    private static func complaint(_ body: () throws(PolicyFailure) -> Void) -> String {
        do throws(PolicyFailure) {
            try body()
            return "none"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("treshold: error", "x:1:1: the configuration has no setting 'treshold'; did you mean threshold?"),
        ("threshold: fatal", "x:1:12: threshold is one of note, warning, error, not 'fatal'"),
        ("threshold:\n  - error", "x:2:3: threshold must be a text, not a list"),
        (
            "rules:\n  boundary/week: note",
            "x:2:3: there is no rule 'boundary/week'; did you mean boundary/weak?"
        ),
        ("rules:\n  no: note", "x:2:3: there is no rule 'no': partwise rules lists all"),
        (
            "rules:\n  boundary/weak: loud",
            "x:2:18: the severity of a rule is one of error, warning, note, off, not 'loud'"
        ),
        (
            "rules:\n  boundary/weak: off",
            "x:2:18: a rule that is off needs a reason: write {severity: off, reason: …}"
        ),
        ("rules:\n  boundary/weak: {reason: so}", "x:2:18: the rule has no severity"),
        (
            "rules:\n  boundary/weak: note\n  boundary/weak: off",
            "x:3:3: 'boundary/weak' is set twice"
        ),
        ("rules: [boundary/weak]", "x:1:8: rules must be a mapping, not a list"),
        (
            "threshold: error\n---\nthreshold: note",
            "x:2:1: this is not YAML: a second document begins here, and one is read"
        ),
        ("a: [", "x:2:1: this is not YAML: a value is missing, or a bracket is not closed"),
        ("a: [b\nc: d", "x:2:2: this is not YAML: the list that begins at 1:4 is not closed"),
        (
            "rules:\n\tboundary/weak: note",
            "x:2:1: this is not YAML: a tab stands where lines are indented, which only spaces may do"
        ),
        (
            "a: @b",
            "x:1:4: this is not YAML: no value begins with this character: put the text between quotes"
        ),
        ("a: \"b\nc: d", "x:2:5: this is not YAML: the quoted text that begins at 1:4 is not closed"),
        (
            "a: b: c",
            "x:1:5: this is not YAML: a name and its colon cannot stand here: look at the indentation, or quote the text"
        ),
        ("- a", "x:1:1: the configuration must be a mapping, not a list"),
        ("a: *b", "x:1:4: this is not YAML: no anchor of this name stands before it"),
    ])
    func `a fault of a configuration is told with its place`(text: String, complaint: String) {
        let found = Self.complaint { () throws(PolicyFailure) in
            _ = try Configuration(reading: text, path: "x", rules: Self.rules)
        }
        #expect(found == complaint)
    }

    @Test(arguments: [
        ("a: " + String(repeating: "[", count: 100_000), "x:1:36: values are nested more than 32 deep"),
        ("a: &b [*b]", "x:1:8: this is not YAML: no anchor of this name stands before it"),
        (
            (1...40).reduce("a0: &a0 [x]\n") { $0 + "a\($1): &a\($1) [*a\($1 - 1)]\n" },
            "x:32:12: values are nested more than 32 deep"
        ),
        (
            (1...9).reduce("a0: &a0 [x]\n") { text, index in
                text + "a\(index): &a\(index) [" + String(repeating: "*a\(index - 1), ", count: 9) + "]\n"
            },
            "x:7:15: the file has more than 500000 values"
        ),
    ])
    func `what is nested deep, or repeated by aliases, is bounded`(text: String, complaint: String) {
        let found = Self.complaint { () throws(PolicyFailure) in
            _ = try Configuration(reading: text, path: "x", rules: Self.rules)
        }
        #expect(found == complaint)
    }

    @Test(arguments: [
        ("fields: []", "x:1:1: the contract has no name: write contract: and its name"),
        ("contract: a", "x:1:1: the contract has no fields"),
        ("contract: a\nfields:\n  - kind: text", "x:3:5: the field has no name"),
        (
            "contract: a\nfields:\n  - {name: b, knd: text}",
            "x:3:15: a field has no setting 'knd'; did you mean kind?"
        ),
        ("contract: a\nfields:\n  - {name: b, kind: blob}", "x:3:21: kind is one of text, file, not 'blob'"),
        (
            "contract: a\nfields:\n  - {name: b}\n  - {name: b}",
            "x:4:5: the field 'b' is described twice; count says how many there may be"
        ),
        (
            "contract: a\nfields:\n  - {name: b, pattern: '[a'}",
            "x:3:24: `[a` is not a pattern, at its character 1: the [ is not closed"
        ),
        (
            "contract: a\nfields:\n  - {name: b, length: 3 parsecs}",
            "x:3:23: length is a number of bytes, such as 1024 or 10 MiB, not '3 parsecs'"
        ),
        (
            "contract: a\nfields:\n  - {name: b, length: 9999999999 GiB}",
            "x:3:23: length is more than can be counted"
        ),
        (
            "contract: a\nfields:\n  - {name: b, length: {min: 2, max: 1}}",
            "x:3:23: max must not be less than min"
        ),
        (
            "contract: a\nfields:\n  - {name: b, count: 0}",
            "x:3:22: count must be at least 1; required: false lets a field be absent"
        ),
        ("contract: a\nfields:\n  - {name: b, required: maybe}", "x:3:25: required is true or false"),
        (
            "contract: a\nfields:\n  - {name: b, kind: text, filename: c}",
            "x:3:27: a field of kind text has no filename"
        ),
        (
            "contract: a\nheaders: {Cookie: {presence: forbidden, value: a}}\nfields: []",
            "x:2:11: a header that is forbidden has no value"
        ),
        ("contract: a\nheaders: {'X Y': required}\nfields: []", "x:2:11: no header line has the name 'X Y'"),
        ("contract: a\norder: sorted\nfields: []", "x:2:8: order is one of any, fixed, not 'sorted'"),
    ])
    func `a fault of a contract is told with its place`(text: String, complaint: String) {
        let found = Self.complaint { () throws(PolicyFailure) in _ = try Contract(reading: text, path: "x") }
        #expect(found == complaint)
    }

    @Test(arguments: [
        ("requests: []", "x:1:1: this is not a baseline: --update-baseline writes one"),
        ("baseline: 2", "x:1:11: this is not a baseline of format 1: write it anew with --update-baseline"),
        ("baseline: 1\nrequests:\n  - fields: [a]", "x:3:5: the request has no request"),
        (
            "baseline: 1\nrequests:\n  - request: POST /\n    findings:\n      - place: content",
            "x:5:9: the finding has no rule"
        ),
    ])
    func `a fault of a baseline is told with its place`(text: String, complaint: String) {
        let found = Self.complaint { () throws(PolicyFailure) in _ = try Baseline(reading: text, path: "x") }
        #expect(found == complaint)
    }

    @Test func `hostile files are refused in time`() {
        let nested = String(repeating: "[", count: 100_000)
        #expect(
            Self.complaint { () throws(PolicyFailure) in
                _ = try Configuration(reading: nested, path: "x", rules: Self.rules)
            }
                != "none"
        )
        var doubling = "contract: a\nsummary: &a0 [x, x]\n"
        for level in 1...40 { doubling += "m\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(
            Self.complaint { () throws(PolicyFailure) in _ = try Contract(reading: doubling, path: "x") }
                != "none"
        )
    }

    @Test func `an empty configuration, and the one that is written first, change nothing but the threshold`()
        throws
    {
        #expect(try Configuration(reading: "", path: "x", rules: Self.rules) == Configuration())
        #expect(try Configuration(reading: "rules:\n", path: "x", rules: Self.rules) == Configuration())
        var expected = Configuration()
        expected.threshold = .error
        #expect(try Configuration(reading: Configuration.template, path: "x", rules: Self.rules) == expected)
    }

    @Test func `what the first configuration has in comments can be taken out of them`() throws {
        let text = Configuration.template.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                guard line.hasPrefix("#  ") || line.hasPrefix("# contract:") || line.hasPrefix("# baseline:")
                else { return String(line) }
                return String(line.dropFirst(line.hasPrefix("#  ") ? 1 : 2))
            }
            .joined(separator: "\n")
        let configuration = try Configuration(reading: text, path: "team/.partwise.yml", rules: Self.rules)
        #expect(configuration.severities.overrides["boundary/weak"] == .off)
        #expect(configuration.reasons["boundary/weak"] == "The vendor's SDK makes the boundary.")
        #expect(configuration.contracts == ["team/upload-contract.yml"])
        #expect(configuration.baseline == "team/.partwise-baseline.yml")
    }

    @Test func `paths are those beside the file, and names of contracts that come with the tool are names`()
        throws
    {
        let text = "contract: [photo-picker, up.yml, /a/b.yml]"
        #expect(
            try Configuration(reading: text, path: "../.partwise.yml", rules: Self.rules).contracts
                == ["photo-picker", "../up.yml", "/a/b.yml"]
        )
    }
}
