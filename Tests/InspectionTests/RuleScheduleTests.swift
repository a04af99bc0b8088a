import Bytes
import Exchanges
import Forms
import InspectionRules
import Testing

@testable import Inspection

/// Rules are run only where they can find something.
struct RuleScheduleTests {
    /// The form of a browser: a field and a picture.
    private static let form =
        "------WebKitFormBoundaryq3fX9sLwT2ZkVb7P⏎Content-Disposition: form-data; name=\"title\"⏎⏎Sea⏎"
        + "------WebKitFormBoundaryq3fX9sLwT2ZkVb7P⏎Content-Disposition: form-data; name=\"f\"; "
        + "filename=\"sea.jpg\"⏎Content-Type: image/jpeg⏎⏎⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⟨10⟩JFIF⟨00⟩⏎"
        + "------WebKitFormBoundaryq3fX9sLwT2ZkVb7P--⏎"

    private static let ordinary = RuleExample.nearMissRequest(
        "POST /u HTTP/1.1⏎Host: a⏎User-Agent: b⏎Content-Type: multipart/form-data; "
            + "boundary=----WebKitFormBoundaryq3fX9sLwT2ZkVb7P⏎"
            + "Content-Length: \(RuleExample.bytes(of: form).bytes.count)⏎⏎" + form
    )

    @Test func `the upload of a browser sets off no rule about the wire, the outcome or the recorder`() throws
    {
        let context = try #require(ExampleRequest.context(of: Self.ordinary))
        #expect(context.request?.head.declaredLength == context.request?.content.bodyLength)
        var walk = RuleSchedule.Walk(
            form: context.form.map { FormTraits($0) } ?? [],
            head: context.headTraits,
            isWhole: context.hasWholeBody,
            fidelity: context.fidelity
        )
        let schedule = RuleSchedule(RuleCatalogue.ofForms.all)
        var run: [String] = []
        while let index = schedule.next(&walk) { run.append(RuleCatalogue.ofForms.all[index].id) }
        let costly = run.filter { id in
            id.hasPrefix("framing/") || id.hasPrefix("semantics/") || id.hasPrefix("length/")
                || id.hasPrefix("capture/")
        }
        #expect(costly.isEmpty)
        #expect(run.filter { $0.hasPrefix("part/") }.isEmpty)
        #expect(run.count <= 16, "\(run)")
        #expect(Inspector.standard.judge(context).isEmpty)
    }

    @Test func `guards are never run`() {
        let guards = RuleCatalogue.ofForms.all.filter { $0.isGuard }
        #expect(!guards.isEmpty)
        var walk = RuleSchedule.Walk(
            form: FormTraits(rawValue: .max),
            head: HeadTraits(rawValue: .max),
            isWhole: true,
            fidelity: .wire
        )
        #expect(RuleSchedule(guards).next(&walk) == nil)
    }
}
