import Bytes
package import Exchanges
package import Forms
package import Inspection
package import Pages

/// An exchange after it has been judged: what reports are made of.
///
/// It never changes, so that it is passed on as a reference.
package final class InspectedExchange: Sendable {
    /// Pieces of a body of which the sizes are kept: a comparison needs no more to tell two ways of sending apart.
    static let pieceLimit = 10_000

    /// The exchange's number in the order of first request bytes, from 1.
    package let number: Int
    /// The index of its capture among the captures given, from 0.
    package let capture: Int
    /// The exchange, without the maps of its messages: what needed them is resolved.
    package let exchange: Exchange
    /// The form in the request's body, `nil` where there is none and none was declared.
    package let form: Form?
    /// What was found, in the order of places and ids.
    package let findings: [LocatedFinding]
    /// What was asked for of it besides, or few have; empty, or one.
    private let additions: [Additions]

    /// Makes a judged exchange; what is not given was not asked for, or is not there.
    package init(
        number: Int,
        capture: Int,
        exchange: Exchange,
        form: Form?,
        findings: [LocatedFinding],
        digests: [String] = [],
        pieces: [Int] = [],
        opening: [UInt8] = [],
        decoding: ContentDecoding? = nil,
        body: [UInt8]? = nil,
        files: FrameFiles? = nil,
        page: Boxed<CapturedPage>? = nil,
        origin: Boxed<FormOrigin>? = nil,
        kept: Boxed<KeptExchange>? = nil
    ) {
        self.number = number
        self.capture = capture
        self.exchange = exchange
        self.form = form
        self.findings = findings
        let isBare =
            digests.isEmpty && pieces.isEmpty && opening.isEmpty && decoding == nil && body == nil
            && files == nil && page == nil && origin == nil && kept == nil
        additions =
            isBare
            ? []
            : [
                Additions(
                    digests: digests,
                    pieces: pieces,
                    opening: opening,
                    decoding: decoding,
                    body: body,
                    files: files,
                    page: page,
                    origin: origin,
                    kept: kept
                )
            ]
    }

    /// Makes a judged exchange of a draft.
    convenience init(_ draft: Draft) {
        self.init(
            number: draft.number,
            capture: draft.capture,
            exchange: draft.exchange,
            form: draft.form,
            findings: draft.findings,
            digests: draft.digests,
            pieces: draft.pieces,
            opening: draft.opening,
            decoding: draft.decoding,
            body: draft.body,
            files: draft.files,
            page: draft.page,
            origin: draft.origin,
            kept: draft.kept
        )
    }

    /// The severity of the worst finding, `nil` where there is none.
    package var worst: Severity? { findings.map(\.finding.severity).max() }
}

extension InspectedExchange {
    /// What few exchanges have: each value would be set and let go of with every one.
    private struct Additions: Sendable {
        var digests: [String]
        var pieces: [Int]
        var opening: [UInt8]
        var decoding: ContentDecoding?
        var body: [UInt8]?
        var files: FrameFiles?
        var page: Boxed<CapturedPage>?
        var origin: Boxed<FormOrigin>?
        var kept: Boxed<KeptExchange>?
    }

    /// The SHA-256 of each part's content, in lower-case hexadecimal; empty unless digests were asked for.
    package var digests: [String] { additions.first?.digests ?? [] }
    /// The sizes of the chunks or DATA frames that carried the request's body, in bytes, in order, at most
    /// ``pieceLimit``; empty where there were none, or they were not asked for.
    package var pieces: [Int] { additions.first?.pieces ?? [] }
    /// The first bytes of a body that is no form, content codings taken off, where they were asked for; none after a
    /// byte that the capture lacks.
    package var opening: [UInt8] { additions.first?.opening ?? [] }
    /// What taking the content codings off the request's body came to; `nil` where none is declared.
    package var decoding: ContentDecoding? { additions.first?.decoding }
    /// The body's bytes, content codings taken off, where they were asked for and fit the limit; what the capture
    /// lacks is left out.
    package var body: [UInt8]? { additions.first?.body }
    /// The files that hold the frames of a live capture; `nil` where frames are those of the input.
    package var files: FrameFiles? { additions.first?.files }
    /// The page that the response is, where pages are read and it has forms.
    package var page: Boxed<CapturedPage>? { additions.first?.page }
    /// The form that made the request, where pages are read and one did.
    package var origin: Boxed<FormOrigin>? { additions.first?.origin }
    /// The bytes of its messages, where they were asked for.
    package var kept: Boxed<KeptExchange>? { additions.first?.kept }
}

extension InspectedExchange {
    /// A judged exchange while it is put together, or changed.
    package struct Draft: Sendable {
        /// See ``InspectedExchange/number``.
        package var number: Int
        /// See ``InspectedExchange/capture``.
        package var capture: Int
        /// See ``InspectedExchange/exchange``.
        package var exchange: Exchange
        /// See ``InspectedExchange/form``.
        package var form: Form?
        /// See ``InspectedExchange/findings``.
        package var findings: [LocatedFinding]
        /// See ``InspectedExchange/digests``.
        package var digests: [String] = []
        /// See ``InspectedExchange/pieces``.
        package var pieces: [Int] = []
        /// See ``InspectedExchange/opening``.
        package var opening: [UInt8] = []
        /// See ``InspectedExchange/decoding``.
        package var decoding: ContentDecoding? = nil
        /// See ``InspectedExchange/body``.
        package var body: [UInt8]? = nil
        /// See ``InspectedExchange/files``.
        package var files: FrameFiles? = nil
        /// See ``InspectedExchange/page``.
        package var page: Boxed<CapturedPage>? = nil
        /// See ``InspectedExchange/origin``.
        package var origin: Boxed<FormOrigin>? = nil
        /// See ``InspectedExchange/kept``.
        package var kept: Boxed<KeptExchange>? = nil
    }

    /// The same with some of it changed.
    package func changed(_ change: (inout Draft) -> Void) -> InspectedExchange {
        var draft = Draft(
            number: number,
            capture: capture,
            exchange: exchange,
            form: form,
            findings: findings,
            digests: digests,
            pieces: pieces,
            opening: opening,
            decoding: decoding,
            body: body,
            files: files,
            page: page,
            origin: origin,
            kept: kept
        )
        change(&draft)
        return InspectedExchange(draft)
    }

    /// The same with the status of the response that is being sent.
    package func answered(with status: Int) -> InspectedExchange {
        changed { $0.exchange.status = status }
    }
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
        return objectBytes + messages + formBytes
    }

    /// What the exchange takes itself, in bytes, with the header of an object.
    private static let objectBytes = MemoryLayout<Draft>.stride + 2 * MemoryLayout<Int>.stride

    /// What a finding takes in memory, in bytes, roughly.
    private static let findingBytes = MemoryLayout<LocatedFinding>.stride + 256
}
