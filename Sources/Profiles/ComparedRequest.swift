package import Exchanges
package import Forms
package import Inspection

/// One side of a comparison: a request as it was on the wire, and the form in it.
package struct ComparedRequest: Sendable {
    /// What the request is called in reports, such as `curl/plain.pcap#1`.
    package var label: String
    /// The exchange whose request is compared.
    package var exchange: Exchange
    /// The form in the request's body, `nil` where there is none.
    package var form: Form?
    /// What was found in it.
    package var findings: [Finding]
    /// The SHA-256 of each part's content; empty where none were made.
    package var digests: [String]
    /// The body's bytes, `nil` where they were not kept.
    ///
    /// They are used only where the capture lacks none of them.
    package var body: [UInt8]?

    /// Makes one side of a comparison.
    package init(
        label: String,
        exchange: Exchange,
        form: Form?,
        findings: [Finding] = [],
        digests: [String] = [],
        body: [UInt8]? = nil
    ) {
        self.label = label
        self.exchange = exchange
        self.form = form
        self.findings = findings
        self.digests = digests
        self.body = body
    }

    /// The bytes of a range of the body, `nil` where not all of them are known.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8>? {
        guard let body, let form, form.holes.isEmpty, body.count == form.length,
            range.upperBound <= body.count
        else { return nil }
        return body[range]
    }
}
