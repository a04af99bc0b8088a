import Bytes
import Inspection

/// `form/unsafe-name`: a name that encoders write, and receivers read, in several ways.
struct FormUnsafeName: PageRule {
    let id = "form/unsafe-name"
    let title = "the name of a control is written differently by clients"
    let severity = Severity.warning
    let clauses: [Clause] = [
        .html(
            "multipart/form-data encoding algorithm",
            "form-control-infrastructure.html#multipart-form-data"
        )
    ]
    let rationale = """
        Quotes and line breaks in a name are percent-encoded by browsers, escaped with a backslash by \
        others, and sent raw by more; receivers read them as sent. A backslash, or a percent sign before two \
        digits, is then read as an escape by some. Characters outside ASCII depend on the form's charset.
        """
    let hint = """
        Use letters, digits, `-`, `_`, `.` and brackets in names.
        """

    let examples: [RuleExample] = [
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=file name='my\"photo'></form>",
            remark: "a quote"
        ),
        .violatingPage(
            "<form method=post enctype=multipart/form-data>▸<input type=file name=photo%22></form>",
            remark: "what a quote becomes"
        ),
        .nearMissPage(
            "<form method=post enctype=multipart/form-data><input type=file name=\"photos[0][100%]\"></form>",
            remark: "brackets, and a percent sign that is none of an escape"
        ),
    ]

    func judge(_ page: CapturedPage, _ report: inout RuleReport) {
        let faults = page.controls.compactMap { control -> PageFault? in
            guard control.isSuccessful, control.form != nil,
                let fault = Self.fault(in: Array((control.name ?? "").utf8))
            else { return nil }
            return PageFault(message: "\(control.title) has \(fault) in its name", range: control.startTag)
        }
        self.report(faults, in: &report)
    }

    /// What is unsafe in a name; `nil` where nothing is.
    private static func fault(in name: [UInt8]) -> String? {
        if name.contains(UInt8(ascii: "\"")) { return "a quote" }
        if name.contains(where: \.isLineBreak) { return "a line break" }
        if name.contains(UInt8(ascii: "\\")) { return "a backslash" }
        if name.contains(where: \.isControl) { return "a control character" }
        for (index, byte) in name.enumerated() where byte == UInt8(ascii: "%") {
            let digits = name[(index + 1)...].prefix(2)
            if digits.count == 2, digits.allSatisfy({ $0.lowercased.hexValue != nil }) {
                return "a percent escape"
            }
        }
        return name.contains { $0 >= 0x80 } ? "characters outside ASCII" : nil
    }
}
