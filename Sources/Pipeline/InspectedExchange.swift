import Bytes
package import Exchanges
package import Forms
package import Inspection
package import Pages

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
    /// The files that hold the frames of a live capture; `nil` where frames are those of the input.
    package var files: FrameFiles?
    /// The page that the response is, where pages are read and it has forms.
    package var page: Boxed<CapturedPage>?
    /// The form that made the request, where pages are read and one did.
    package var origin: Boxed<FormOrigin>?
    /// The bytes of its messages, where they were asked for.
    package var kept: Boxed<KeptExchange>?

    /// The severity of the worst finding, `nil` where there is none.
    package var worst: Severity? { findings.map(\.finding.severity).max() }
}

extension InspectedExchange {
    /// An estimate of the bytes that it takes in memory; the parts of a long form, which take memory of their own, are
    /// left out.
    package var memoryBytes: Int {
        let bytes = (body?.count ?? 0) + opening.count + (page?.value.memoryBytes ?? 0)
        return Self.memoryBytes(of: exchange, form?.memoryBytes ?? 0) + bytes + findings.count
            * Self.findingBytes
    }

    /// The same of one with nothing but an exchange and the form in its request's body, which takes some bytes.
    static func memoryBytes(of exchange: borrowing Exchange, _ formBytes: Int) -> Int {
        let messages = (exchange.request?.memoryBytes ?? 0) + (exchange.response?.memoryBytes ?? 0)
        return MemoryLayout<Self>.stride + messages + formBytes
    }

    /// What a finding takes in memory, in bytes, roughly.
    private static let findingBytes = MemoryLayout<LocatedFinding>.stride + 256
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
