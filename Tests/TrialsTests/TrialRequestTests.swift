import TestSupport
import Testing

@testable import Trials

/// Requests that are not complete, come too often, or not at all, and drivers that crash.
struct TrialRequestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func written(_ id: String, boundary: String = "the-boundary") throws -> WrittenTrial {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        return try WrittenTrial(trial, in: folder.path, boundary: boundary)
    }

    // MARK: Requests that are not complete

    @Test func `a length that is too long comes before what the client says`() throws {
        var written = try written("form/one-field")
        written.missingBytes = 2
        let late = try written.result(status: 400, DriverEnd(.timedOut))
        #expect(late.outcome == .fail)
        #expect(late.reasons.first?.hasPrefix("length/off-by-2: ") ?? false, "\(late.reasons)")
        #expect(
            late.reasons.last
                == "the client did not end within 30 s: it waits for the answer to a request that is not complete"
        )
        #expect(late.rules == ["length/off-by-2"])

        let told = try written.result(status: 400, DriverEnd(.exited(1), errors: "status 400"))
        #expect(told.reasons.first?.hasPrefix("length/off-by-2: ") ?? false, "\(told.reasons)")
        #expect(told.reasons.last == "the request is not complete; the client says: status 400")
    }

    @Test func `a client that is ended in the middle of a form is told no wrong length`() throws {
        var written = try written("form/one-field").changed { $0.removeLast(30) }
        written.missingBytes = 30
        let result = try written.result(status: 400, DriverEnd(.timedOut))
        #expect(result.reasons == ["the client did not end within 30 s"])
    }

    // MARK: Requests that come too often, or not at all

    @Test func `a form that is sent twice fails`() throws {
        let result = try written("form/one-field").result(requests: 2)
        #expect(result.outcome == .fail)
        #expect(result.reasons == ["2 requests came for 1 upload"])
    }

    @Test func `a client that sends the form and says that it cannot is judged by what it sent`() throws {
        let written = try written("form/one-field")
        let result = try written.result(DriverEnd(.exited(69), errors: "cannot"))
        #expect(result.outcome == .fail)
        #expect(
            result.reasons == ["the client ends with 69, which says that nothing was sent, and the form came"]
        )
        #expect(try written.result(requests: 0, DriverEnd(.exited(69))).outcome == .unsupported)
    }

    @Test(arguments: [
        ("form/one-field", DriverEnd(.exited(0)), "that the upload went well"),
        ("name/crlf", DriverEnd(.exited(1), errors: "404"), "404"),
    ])
    func `what arrived in place of a form is named`(id: String, end: DriverEnd, claim: String) throws {
        let written = try written(id)
        let record = TrialRecord(requests: [], strays: ["POST /trial/1-0/form/zzz"], end: end)
        let result = TrialJudge.result(of: written.trial, written.form, record)
        #expect(result.outcome == .fail)
        #expect(
            result.reasons == [
                "no form came to the URL that was given, but `POST /trial/1-0/form/zzz`; the client says: \(claim)"
            ]
        )
    }

    // MARK: Drivers that crash

    @Test(
        arguments: [DriverEnd.Kind.signalled(11), .exited(139)],
        ["name/crlf", "http/cut", "form/empty-name"]
    )
    func `a crash is no refusal`(kind: DriverEnd.Kind, id: String) throws {
        let trial = try #require(TrialCase.all.first { $0.id == id })
        let form = try WrittenForm(trial, in: folder.path, certificate: "", lastBoundary: nil)
        let end = DriverEnd(kind, errors: "Segmentation fault")
        let result = TrialJudge.result(of: trial, form, TrialRecord(requests: [], end: end))
        #expect(result.outcome == .fail)
        #expect(result.reasons == ["the driver was ended by signal 11: Segmentation fault"])
    }

    @Test func `an exit code that no signal has is the client's own`() throws {
        let result = try written("name/crlf").result(requests: 0, DriverEnd(.exited(255), errors: "no"))
        #expect(result.outcome == .refused)
    }

    // MARK: The boundary of the last request

    @Test func `a boundary that is used again is the cause, and not what its parts look like`() throws {
        let written = try written("value/own-boundary").changed { body in
            body = Array(String(decoding: body, as: UTF8.self).replacing("the-boundary", with: "last").utf8)
        }
        var declared = written
        declared.contentType = "multipart/form-data; boundary=last"
        let result = try declared.result()
        #expect(result.outcome == .fail)
        let cause =
            "the boundary of the last request, `last`, is used again, although it stands in the content of `a`, which it splits"
        #expect(result.reasons == [cause])
        // What is wrong with the head is told too.
        let mismatched = try written.result()
        #expect(mismatched.reasons.first == cause)
        #expect(mismatched.rules == ["boundary/mismatch"])
    }

    @Test func `a delimiter that was asked for is not taken for one of the client`() throws {
        // Of the shape of the boundary of the last request.
        var written = try written("value/own-boundary", boundary: "four")
        written.contentType = "multipart/form-data"
        let result = try written.result()
        #expect(result.outcome == .fail)
        #expect(result.rules == ["content-type/boundary-overwritten"], "\(result.reasons)")
    }
}
