import Bytes
package import Exchanges
package import Forms
package import Inspection
package import Pages
import Synchronization

/// An exchange after it has been judged: what reports are made of.
///
/// Once it is handed on it never changes, so that it is passed on as a reference.
package final class InspectedExchange: Sendable {
    /// Pieces of a body of which the sizes are kept: a comparison needs no more to tell two ways of sending apart.
    static let pieceLimit = 10_000

    /// The exchange's number in the order of first request bytes, from 1.
    package var number: Int { givenNumber.load(ordering: .relaxed) }
    /// The index of its capture among the captures given, from 0.
    package let capture: Int
    /// The exchange, without the maps of its messages: what needed them is resolved.
    package let exchange: Exchange
    /// The form in the request's body, `nil` where there is none and none was declared.
    package let form: Form?
    /// What was found, in the order of places and ids.
    package let findings: [LocatedFinding]
    /// See ``number``: the only value that is not known when it is made.
    private let givenNumber: Atomic<Int>
    /// What was asked for of it besides, or few have; empty, or one.
    private let additions: [Additions]

    /// Makes a judged exchange.
    package init(
        number: Int,
        capture: Int,
        exchange: Exchange,
        form: Form?,
        findings: [LocatedFinding],
        additions: Additions? = nil
    ) {
        givenNumber = Atomic(number)
        self.capture = capture
        self.exchange = exchange
        self.form = form
        self.findings = findings
        self.additions = additions.map { $0.isEmpty ? [] : [$0] } ?? []
    }

    /// Gives it the number that it has in its capture, before it is handed on: a copy would take far longer.
    func renumber(_ number: Int) { givenNumber.store(number, ordering: .relaxed) }

    /// The severity of the worst finding, `nil` where there is none.
    package var worst: Severity? { findings.map(\.finding.severity).max() }
}

extension InspectedExchange {
    /// What few exchanges have: each value would be set and let go of with every one.
    package struct Additions: Sendable {
        /// The SHA-256 of each part's content, in lower-case hexadecimal; empty unless digests were asked for.
        package var digests: [String] = []
        /// The sizes of the chunks or DATA frames that carried the request's body, in bytes, in order, at most
        /// ``InspectedExchange/pieceLimit``; empty where there were none, or they were not asked for.
        package var pieces: [Int] = []
        /// The first bytes of a body that is no form, content codings taken off, where they were asked for; none after
        /// a byte that the capture lacks.
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

        /// Makes those of an exchange that has none.
        package init() {}

        /// Whether there is nothing.
        fileprivate var isEmpty: Bool {
            digests.isEmpty && pieces.isEmpty && opening.isEmpty && decoding == nil && body == nil
                && files == nil && page == nil && origin == nil && kept == nil
        }
    }

    /// See ``Additions/digests``.
    package var digests: [String] { additions.first?.digests ?? [] }
    /// See ``Additions/pieces``.
    package var pieces: [Int] { additions.first?.pieces ?? [] }
    /// See ``Additions/opening``.
    package var opening: [UInt8] { additions.first?.opening ?? [] }
    /// See ``Additions/decoding``.
    package var decoding: ContentDecoding? { additions.first?.decoding }
    /// Whether taking the content codings off the request's body, where one is declared, gave all of it.
    var isDecodedWhole: Bool { additions.isEmpty || additions[0].decoding?.isWhole ?? true }
    /// See ``Additions/body``.
    package var body: [UInt8]? { additions.first?.body }
    /// See ``Additions/files``.
    package var files: FrameFiles? { additions.first?.files }
    /// See ``Additions/page``.
    package var page: Boxed<CapturedPage>? { additions.first?.page }
    /// See ``Additions/origin``.
    package var origin: Boxed<FormOrigin>? { additions.first?.origin }
    /// See ``Additions/kept``.
    package var kept: Boxed<KeptExchange>? { additions.first?.kept }
}

extension InspectedExchange {
    /// A judged exchange while it is changed.
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
        /// What was asked for of it besides, or few have.
        package var additions = Additions()
    }

    /// Makes a judged exchange of a draft.
    convenience init(_ draft: consuming Draft) {
        self.init(
            number: draft.number,
            capture: draft.capture,
            exchange: draft.exchange,
            form: draft.form,
            findings: draft.findings,
            additions: draft.additions
        )
    }

    /// The same with some of it changed.
    package func changed(_ change: (inout Draft) -> Void) -> InspectedExchange {
        var draft = Draft(
            number: number,
            capture: capture,
            exchange: exchange,
            form: form,
            findings: findings,
            additions: additions.first ?? Additions()
        )
        change(&draft)
        return InspectedExchange(draft)
    }

    /// Whether it asks for a tunnel, see ``Exchange/asksForTunnel``; an exchange that is asked is copied.
    package var asksForTunnel: Bool { exchange.method.utf8.count == 7 && exchange.asksForTunnel }

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
