import Bytes
import Inspection
import Pages

extension JSONValue {
    /// The form that made a request, as in `origin` of an exchange.
    init(_ origin: FormOrigin) {
        self = [
            "page": .integer(origin.page),
            "url": JSONValue(origin.url),
            "form": .integer(origin.form.number),
            "label": JSONValue(origin.form.label),
            "reasons": .array(origin.reasons.map { .string($0.rawValue) }),
            "alternatives": .array(origin.alternatives.map { .integer($0) }),
            "differences": .array(
                origin.remarks.map { remark in
                    [
                        "kind": .string(remark.difference.rawValue),
                        "message": .string(remark.message),
                        "parts": .array(remark.parts.map { .integer($0) }),
                    ]
                }
            ),
            "controls": .array(
                origin.rows.map { row in
                    [
                        "name": JSONValue(row.control?.name),
                        "type": JSONValue(row.control?.type),
                        // Of a multipart request the numbers of its parts.
                        "sent": .array(row.entries.map { .integer($0 + 1) }),
                    ]
                }
            ),
            "findings": .array(origin.findings.map { JSONValue(inPage: $0) }),
        ]
    }

    /// A finding in a page.
    init(inPage finding: Finding) {
        self = [
            "rule": .string(finding.rule),
            "severity": .string(finding.severity.rawValue),
            "message": .string(finding.message),
            "offset": .integer(finding.range.lowerBound),
            "length": .integer(finding.range.count),
            "hint": .string(finding.hint),
            "source": .string(finding.source),
        ]
    }

    /// A page, as in `pages` of the list of forms.
    init(_ page: CapturedPage, source: String, exchange: Int?, findings: [Finding]) {
        self = [
            "source": .string(SystemPath.lossyText(source)),
            "exchange": JSONValue(exchange),
            "url": JSONValue(page.address?.text),
            "charset": .string(page.charset.name),
            "length": .integer(page.length),
            "complete": .bool(page.isWhole),
            "forms": .array(page.forms.map { JSONValue($0, in: page) }),
            "withoutForm": .array(
                page.controls.filter { $0.form == nil && $0.kind != .silent }.map { JSONValue($0) }
            ),
            "findings": .array(findings.map { JSONValue(inPage: $0) }),
        ]
    }

    private init(_ form: PageForm, in page: CapturedPage) {
        self = [
            "number": .integer(form.number),
            "label": JSONValue(form.label),
            "offset": .integer(form.startTag.lowerBound),
            "method": .string(form.method.rawValue),
            "action": JSONValue(form.action),
            "url": JSONValue(form.address?.text),
            "enctype": .string(form.enctype.rawValue),
            "charset": .string(form.charset.name),
            "inTable": .bool(form.isEmptiedByTable),
            "controls": .array(page.controls(of: form).filter { $0.kind != .silent }.map { JSONValue($0) }),
        ]
    }

    private init(_ control: PageControl) {
        self = [
            "name": JSONValue(control.name),
            "type": .string(control.type),
            "offset": .integer(control.startTag.lowerBound),
            "owner": .string(control.association.rawValue),
            "disabled": .bool(control.isDisabled),
            "multiple": .bool(control.isMultiple),
            "accept": JSONValue(control.accept),
        ]
        if let address = control.submission.address { append("formaction", .string(address.text)) }
        if let method = control.submission.method { append("formmethod", .string(method.rawValue)) }
        if let enctype = control.submission.enctype { append("formenctype", .string(enctype.rawValue)) }
    }
}
