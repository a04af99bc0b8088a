import Bytes
import Exchanges
import Forms
import Inspection

/// One upload, from its bytes to its findings: a body under a Content-Type, or the first request of a stream.
struct JudgedRequest: ExchangeEventHandler, Sendable {
    private var inspection: RequestInspection
    /// The request that is judged, once its head came; `nil` for a body by itself.
    private var id: ExchangeID?
    private var exchange: Exchange?
    private let isBody: Bool

    /// The form, once it has ended; `nil` where there is none.
    private(set) var form: Form?
    /// What was found, with the bytes around it.
    private(set) var findings: [LocatedFinding] = []
    /// Why there was no form to judge; `nil` where there was one.
    private(set) var unreadReason: String?

    /// Begins before the first byte of a request.
    init(inspector: Inspector) {
        inspection = RequestInspection(InspectionSettings(inspector))
        isBody = false
    }

    /// Begins before the first byte of a body.
    init(contentType: String, inspector: Inspector) {
        inspection = RequestInspection(InspectionSettings(inspector))
        isBody = true
        let fields = FieldSection(parsing: Array("Content-Type: \(contentType)\r\n".utf8), base: 0)
        inspection.begin(fields)
        var request = MessageDraft()
        request.head.fields = fields
        request.head.framing = .bare
        var exchange = Exchange(connection: 0, client: nil, server: nil)
        exchange.request = Message(request)
        exchange.fidelity = .body
        self.exchange = exchange
    }

    /// The number of bytes of the body.
    var bodyLength: Int { inspection.length }

    /// What draws the findings.
    var text: FindingText {
        FindingText(
            path: isBody ? "body" : "request",
            number: nil,
            exchange: exchange ?? Exchange(connection: 0, client: nil, server: nil),
            form: form,
            style: TextStyle()
        )
    }

    /// Takes the next bytes of a body by itself.
    mutating func push(_ bytes: RawSpan) {
        inspection.push(bytes)
    }

    /// Takes the next head in the stream that the request is in.
    mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
        guard role == .request, self.id == nil else { return }
        self.id = id
        inspection.begin(head.fields)
    }

    /// Takes the next content in the stream that the request is in.
    mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {
        if id == self.id, role == .request { inspection.push(bytes) }
    }

    /// Takes the next end of a message in that stream.
    mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {
        if id == self.id, role == .request { inspection.finish() }
    }

    /// Takes the next exchange of that stream of which nothing more follows.
    mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
        if id == self.id, self.exchange == nil { self.exchange = exchange }
    }

    /// Takes the next event of that stream.
    mutating func handle(_ event: consuming ExchangeEvent) {
        switch consume event {
        case .requestGap(let id, let length, let cause):
            if id == self.id { inspection.gap(length: length, cause: cause) }
        default: break
        }
    }

    /// Judges what came.
    mutating func finish() {
        inspection.finish()
        guard let exchange else {
            unreadReason = "there is no HTTP request"
            return
        }
        let verdict = isBody ? inspection.judgeBareBody() : inspection.judge(exchange)
        form = verdict.form
        findings =
            isBody
            ? verdict.findings.map {
                FindingLocator.locate($0, fields: inspection.fields, form: form ?? Form(declared: []))
            }
            : FindingLocator.locate(verdict, in: exchange.request, &inspection)
        guard form == nil else { return }
        if !verdict.isUpload {
            unreadReason = "the request carries no form"
        } else if let decoding = inspection.decoding, !decoding.isDecoded {
            unreadReason = "the body is coded as \(decoding.name), which is not decoded here"
        } else {
            unreadReason = "the body holds no form"
        }
    }
}
