package import Exchanges
package import Forms
package import Inspection

/// One side of a comparison: a request as it was on the wire, and the form in it.
package struct ComparedRequest: Sendable {
    /// Why a request is in a comparison.
    package enum Role: String, Hashable, Sendable {
        /// It was recorded, and is compared with others.
        case recorded
        /// It was recorded, and is the standard that the others are compared with.
        case model
        /// It was generated, never sent, as the standard that the others are compared with.
        case reference
    }

    /// The request's label in reports, such as `curl/plain.pcap#1`.
    package var label: String
    /// Why it is in the comparison.
    package var role: Role
    /// The exchange whose request is compared.
    package var exchange: Exchange
    /// The form in the request's body, `nil` where there is none.
    package var form: Form?
    /// The findings in it.
    package var findings: [Finding]
    /// The SHA-256 of each part's content; empty where none were computed.
    package var digests: [String]
    /// The sizes of the chunks or DATA frames that carried the body, in bytes, in order; empty where none are known.
    package var pieces: [Int]
    /// The contents of the parts, in order; empty where they were not kept.
    ///
    /// Bytes in gaps of the capture are left out.
    package var contents: [PartContent]

    /// Makes one side of a comparison.
    package init(
        label: String,
        role: Role = .recorded,
        exchange: Exchange,
        form: Form?,
        findings: [Finding] = [],
        digests: [String] = [],
        pieces: [Int] = [],
        contents: [PartContent] = []
    ) {
        self.label = label
        self.role = role
        self.exchange = exchange
        self.form = form
        self.findings = findings
        self.digests = digests
        self.pieces = pieces
        self.contents = contents
    }

    /// The letter that reports use for the request at an index; from the 27th on its number.
    package static func letter(_ index: Int) -> String {
        index < 26 ? String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index))) : "\(index + 1)"
    }

    /// The server's answer.
    package var answer: Answer { Answer(status: exchange.status) }

    /// The arrival times of the request's pieces.
    package var timing: RequestTiming? { exchange.request.flatMap { RequestTiming($0) } }

    /// Whether the fields were sent as in HTTP/2 or HTTP/3: in lowercase, without connection-specific ones.
    var isMultiplexed: Bool {
        switch exchange.applicationProtocol {
        case .h2, .h2c, .h3: true
        case .http10, .http11: false
        }
    }

    /// Whether the end of the body is missing from the record, so that its content is not known.
    var isCut: Bool {
        guard let request = exchange.request else { return false }
        return request.content.missingBytes > 0 || request.content.completion == .captureEnded
            || !(form?.gaps.isEmpty ?? true)
    }

    /// Whether the end of the body is not known; an earlier gap does not matter here.
    var isOpenEnded: Bool {
        guard let form, exchange.request?.content.completion != .captureEnded else { return isCut }
        return form.gaps.last.map { $0.upperBound >= form.length } ?? isCut
    }

    /// The digest of a part's content, `nil` where it is not known.
    func digest(of part: BodyPart) -> String? {
        guard part.facts.missingBytes == 0, exchange.fidelity > .text,
            digests.indices.contains(part.number - 1)
        else { return nil }
        return digests[part.number - 1]
    }
}

/// How a server answered a request.
package enum Answer: Hashable, Sendable {
    /// With a status of 2xx or 3xx.
    case accepted(Int)
    /// With a status of 4xx or 5xx.
    case refused(Int)
    /// No final status was captured.
    case unknown

    /// The answer that a final status code means (RFC 9110 §15).
    init(status: Int?) {
        switch status {
        case .some(let status) where (200..<400).contains(status): self = .accepted(status)
        case .some(let status) where status >= 400: self = .refused(status)
        default: self = .unknown
        }
    }

    /// Whether the request was accepted.
    package var isAccepted: Bool { if case .accepted = self { true } else { false } }
    /// Whether the request was refused.
    package var isRefused: Bool { if case .refused = self { true } else { false } }
}
