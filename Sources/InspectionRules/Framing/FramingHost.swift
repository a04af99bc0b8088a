import Bytes
import Exchanges
import Forms
import Inspection

/// `framing/host`: a request of HTTP/1.1 has no Host field, or more than one.
struct FramingHost: Rule {
    let id = "framing/host"
    let title = "no Host, or several"
    let severity = Severity.error
    let requirement = RequirementLevel.must
    let clauses = [Clause.rfc(9112, "3.2")]
    let rationale = """
        A request of HTTP/1.1 has one Host field, and a server must answer 400 where it has none or two. Go does in \
        both cases, Node where there is none. Proxies and servers that take one of two may each take another.
        """
    let hint =
        "Send one Host field with the authority of the URL."
    let evidence = Evidence.head
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularHost
    let readsForm = false

    var examples: [RuleExample] {
        [
            .violatingRequest(
                "POST /u HTTP/1.1⏎▸Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "none"
            ),
            .violatingRequest(
                RuleExample.upload("Content-Length: 69⏎▸Host: b⏎"),
                remark: "two"
            ),
            .nearMissRequest(RuleExample.upload("Content-Length: 69⏎"), remark: "one"),
            .nearMissRequest(
                "POST /u HTTP/1.0⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: 69⏎⏎"
                    + RuleExample.oneField,
                remark: "HTTP/1.0 needs none"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let request = context.request, request.head.hasStartLine, request.head.isWhole else {
            return
        }
        let hosts = context.fields.lines(named: "host")
        if hosts.count > 1 {
            report.add(self, Self.several(hosts.count), at: hosts[1].range, in: .head)
        } else if hosts.isEmpty, request.head.version != "HTTP/1.0" {
            // Files written by hand for an editor's client leave Host to it.
            let isByHand = request.head.startLineEnding == .lf
            report.add(
                self,
                Self.none,
                at: context.fields.base..<context.fields.base,
                in: .head,
                severity: isByHand ? .warning : nil
            )
        }
    }

    private static let none = "the request has no Host field"

    private static func several(_ count: Int) -> String { "the request has \(count) Host fields" }
}
