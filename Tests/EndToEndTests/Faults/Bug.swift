import Inspection
import Testing

/// A bug that somebody reported of a client or a server: the bytes that were sent, and what is to be said of them.
struct Bug: Sendable, CustomTestStringConvertible {
    /// Where it was reported, or one of the places.
    let reference: String
    /// What people saw, in a few words.
    let symptom: String
    /// The request, written as in ``RuleExample``.
    let request: String
    /// The rules that name the cause; none for a request that is as it should be.
    let rules: Set<String>
    /// Words that the fix of the first of them must hold, so that it is the one that helped.
    let fix: String

    var testDescription: String { "\(reference): \(symptom)" }

    /// The boundary of bodies that do not say theirs.
    static let boundary = "----FormBoundary7MA4YWxkTrZu0gW"

    /// A bug whose whole request is given.
    init(_ reference: String, _ symptom: String, request: String, rules: Set<String>, fix: String = "") {
        self.reference = "https://github.com/" + reference
        self.symptom = symptom
        self.request = request
        self.rules = rules
        self.fix = fix
    }

    /// A bug that shows in the Content-Type or the body; Content-Length is right.
    init(
        _ reference: String,
        _ symptom: String,
        contentType: String = "multipart/form-data; boundary=\(boundary)",
        body: String,
        rules: Set<String>,
        fix: String = ""
    ) {
        self.init(
            reference,
            symptom,
            request: Bug.request(contentType: contentType, body: body),
            rules: rules,
            fix: fix
        )
    }

    /// A request with a body and a Content-Length, that of the body unless one is given.
    static func request(
        contentType: String = "multipart/form-data; boundary=\(boundary)",
        declaring length: Int? = nil,
        body: String
    ) -> String {
        let length = length ?? RuleExample.bytes(of: body).bytes.count
        return
            "POST /upload HTTP/1.1⏎Host: localhost⏎Content-Type: \(contentType)⏎Content-Length: \(length)⏎⏎\(body)"
    }

    /// A text field.
    static func field(_ name: String, _ value: String, boundary: String = boundary) -> String {
        "--\(boundary)⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎\(value)⏎"
    }

    /// A file.
    static func file(
        _ disposition: String = "name=\"file\"; filename=\"a.txt\"",
        type: String = "text/plain",
        _ content: String = "content",
        boundary: String = boundary
    ) -> String {
        "--\(boundary)⏎Content-Disposition: form-data; \(disposition)⏎Content-Type: \(type)⏎⏎\(content)⏎"
    }

    /// The close delimiter and the CRLF after it.
    static let close = "--\(boundary)--⏎"
}
