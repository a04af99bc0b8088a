import Pages
import Testing

/// Forms, controls and what is sent are those of browsers, on every page that was recorded.
struct RecordedPageTests {
    @Test func `the pages are recorded with both browsers`() throws {
        #expect(RecordedPage.all.count >= 80)
        for page in RecordedPage.all {
            #expect(try Set(page.records().flatMap(\.browsers)) == ["chromium", "firefox"], "\(page.name)")
        }
    }

    @Test(arguments: RecordedPage.all)
    func `each control has the name, the type and the form that browsers give it`(recorded: RecordedPage)
        throws
    {
        let page = try recorded.page()
        for record in try recorded.records() {
            let expected = record.controls.map { "\($0.name ?? "-") \($0.type ?? "") \($0.form)" }
            #expect(page.controls.map { "\($0.name ?? "-") \($0.type) \($0.form ?? -1)" } == expected)
        }
    }

    @Test(arguments: RecordedPage.all)
    func `each form has the action, the method and the encoding of browsers`(recorded: RecordedPage) throws {
        let page = try recorded.page()
        for record in try recorded.records() {
            let expected = record.forms.map { form in
                [String(form.action.prefix { $0 != "#" }), form.method, form.enctype]
            }
            let found = page.forms.map { form in
                [form.address?.text ?? "", form.method.rawValue.lowercased(), form.enctype.rawValue]
            }
            #expect(found == expected)
        }
    }

    @Test(arguments: RecordedPage.all)
    func `a form sends what browsers send, byte for byte`(recorded: RecordedPage) throws {
        let page = try recorded.page()
        for record in try recorded.records() {
            guard let sent = record.sent else { continue }
            let button = try page.controls.firstIndex { control in
                try control.isSubmitter && recorded.tag(control).contains("id=go")
            }
            let form = page.forms[button.flatMap { page.controls[$0].form } ?? 0]
            let submission = FormSubmission(of: form, in: page, submitter: button)
            let written = try WrittenSubmission(submission, form.charset) { control in
                try recorded.tag(page.controls[control])
            }
            #expect(submission.method.rawValue == sent.method)
            #expect(written.target == sent.target)
            #expect(written.body == sent.bytes)
        }
    }

    @Test func `where a form cannot be submitted from where its button stands, nothing was sent`() throws {
        let silent = try RecordedPage.all.filter { try $0.records().contains { $0.sent == nil } }.map(\.name)
        #expect(
            silent == [
                "form-in-p", "form-misnested-inline", "method-dialog", "nested-forms", "table-form-tbody",
            ]
        )
    }
}
