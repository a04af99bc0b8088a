package import Exchanges
package import Forms
package import Inspection

/// An exchange after it has been judged: what reports are made of.
package struct InspectedExchange: Sendable {
    /// Pieces of a body of which the sizes are kept: a comparison needs no more to tell two ways of sending apart.
    static let pieceLimit = 10_000

    /// The exchange's number in the order of first request bytes, from 1.
    package var number: Int
    /// The index of its capture among the captures given, from 0.
    package var capture: Int
    /// The exchange, without the maps of its messages: what needed them is resolved.
    package var exchange: Exchange
    /// The form in the request's body, `nil` where there is none and none was declared.
    package var form: Form?
    /// What was found, in the order of places and ids.
    package var findings: [LocatedFinding]
    /// The SHA-256 of each part's content, in lower-case hexadecimal; empty unless digests were asked for.
    package var digests: [String] = []
    /// The sizes of the chunks or DATA frames that carried the request's body, in bytes, in order, at most
    /// ``pieceLimit``; empty where there were none, or they were not asked for.
    package var pieces: [Int] = []
    /// The first bytes of a body that is no form, content codings taken off, where they were asked for; none after a
    /// byte that the capture lacks.
    package var opening: [UInt8] = []
    /// What taking the content codings off the request's body came to; `nil` where none is declared.
    package var decoding: ContentDecoding?
    /// The body's bytes, content codings taken off, where they were asked for and fit the limit; what the capture
    /// lacks is left out.
    package var body: [UInt8]?
    /// The bytes of its messages, where they were asked for.
    package var kept: KeptExchange?

    /// The severity of the worst finding, `nil` where there is none.
    package var worst: Severity? { findings.map(\.finding.severity).max() }
}

// Outside of the type, so that the initializer that goes without a copy of the whole value is there to be called.
extension InspectedExchange {
    /// Makes a judged exchange of which no digests were asked for.
    package init(
        number: Int,
        capture: Int,
        exchange: Exchange,
        form: Form?,
        findings: [LocatedFinding],
        body: [UInt8]? = nil
    ) {
        self.init(
            number: number,
            capture: capture,
            exchange: exchange,
            form: form,
            findings: findings,
            digests: [],
            decoding: nil,
            body: body
        )
    }
}

/// A place on an HTTP/2 connection.
package struct HTTP2Place: Hashable, Sendable {
    /// The number of the stream.
    package var stream: Int
    /// The number of the DATA frame among those of the request, from 1; `nil` for the head.
    package var dataFrame: Int?

    /// Makes a place.
    package init(stream: Int, dataFrame: Int?) {
        self.stream = stream
        self.dataFrame = dataFrame
    }
}

/// A finding with the frame that carried its first byte and the bytes around it.
package struct LocatedFinding: Sendable {
    /// The finding.
    package var finding: Finding
    /// The frame, from 1, as Wireshark numbers it; `nil` where the source has no frames.
    package var frame: Int?
    /// The TLS record of the client that brought it, from 1; `nil` where it was not encrypted.
    package var record: Int?
    /// The offset of the first byte of ``excerpt``, in the finding's place.
    package var excerptOffset: Int
    /// The content coding after the taking off of which the finding's offsets count; `nil` where there was none.
    package var coding: String?
    /// Where the byte stood on an HTTP/2 connection; `nil` for HTTP/1.
    package var http2: HTTP2Place?

    private let surroundings: Surroundings

    /// Where the bytes around a finding are: few findings are shown, so they are not copied before.
    private enum Surroundings {
        case kept(ArraySlice<UInt8>)
        /// In the head of a message, as offsets in the stream.
        case head(Message, Range<Int>)
    }

    /// Makes a located finding.
    package init(
        finding: Finding,
        frame: Int?,
        record: Int? = nil,
        excerpt: [UInt8],
        excerptOffset: Int
    ) {
        self.init(
            finding: finding,
            frame: frame,
            record: record,
            kept: excerpt[...],
            excerptOffset: excerptOffset
        )
    }

    /// Makes a finding around which bytes of a body were kept.
    init(finding: Finding, frame: Int?, record: Int?, kept: ArraySlice<UInt8>, excerptOffset: Int) {
        self.finding = finding
        self.frame = frame
        self.record = record
        self.excerptOffset = excerptOffset
        surroundings = .kept(kept)
    }

    /// Makes a finding in the head of a message; `excerpt` are the offsets in the stream that are shown.
    init(finding: Finding, frame: Int?, record: Int?, head: Message, excerpt: Range<Int>) {
        self.finding = finding
        self.frame = frame
        self.record = record
        excerptOffset = excerpt.lowerBound
        surroundings = .head(head, excerpt)
    }

    /// The bytes around the finding; empty where they were not kept.
    package var excerpt: [UInt8] {
        switch surroundings {
        case .kept(let bytes): Array(bytes)
        case .head(let message, let range): FindingLocator.headBytes(range, of: message)
        }
    }
}
