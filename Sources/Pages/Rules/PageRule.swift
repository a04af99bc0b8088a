package import Inspection

/// A rule about the forms of a page; its findings' offsets count in the page.
package protocol PageRule: Rule {
    /// Looks for violations in a page.
    func judge(_ page: CapturedPage, _ report: inout RuleReport)
}

extension PageRule {
    /// Finds nothing: a request cannot break a rule about pages.
    package func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {}

    /// Reports the first places of a fault: a hostile page has thousands.
    func report(_ faults: [PageFault], in report: inout RuleReport) {
        let limit = PageRules.placeLimit
        for (index, fault) in faults.prefix(limit).enumerated() {
            let others = faults.count - limit
            let more = others > 0 && index == limit - 1 ? " (and \(others) more like it)" : ""
            report.add(self, fault.message + more, at: fault.range)
        }
    }
}

/// A place in a page that breaks a rule.
struct PageFault {
    /// One sentence without a full stop.
    var message: String
    /// The bytes.
    var range: Range<Int>
}

/// The rules about pages, in the order in which they are listed.
package enum PageRules {
    /// How many findings of one rule are reported individually.
    static let placeLimit = 16

    /// The rules.
    package static let all: [any PageRule] = [
        FormFileNotMultipart(),
        FormFileWithGET(),
        FormFileWithoutName(),
        FormFileDisabled(),
        FormFileOutside(),
        FormInTable(),
        FormNested(),
        FormUnknownOwner(),
        FormsAlike(),
        FormDuplicateName(),
        FormUnsafeName(),
        FormAcceptCharset(),
        FormCharsetField(),
        FormInsecureAction(),
    ]

    /// What the rules find in a page, in the order of places.
    package static func findings(in page: CapturedPage, without rulesOff: Set<String> = []) -> [Finding] {
        var report = RuleReport()
        for rule in all where !rulesOff.contains(rule.id) { rule.judge(page, &report) }
        return report.findings.sorted {
            ($0.range.lowerBound, $0.rule) < ($1.range.lowerBound, $1.rule)
        }
    }
}

extension Clause {
    /// A clause of the HTML standard; `place` is its page and anchor.
    static func html(_ name: String, _ place: String) -> Clause {
        Clause(name: "WHATWG HTML, \(name)", link: "https://html.spec.whatwg.org/multipage/\(place)")
    }
}
