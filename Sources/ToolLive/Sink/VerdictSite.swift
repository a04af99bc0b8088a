import Bytes
import Exchanges
import Inspection
import Pipeline
import Recording
import Reporting
import Shell

/// The site of `partwise sink`: reports each request, keeps what is to be kept, and answers with the verdict.
final class VerdictSite: SinkSite {
    private let behavior: ServerBehavior
    private let certificate: ServerCertificate
    private let reports: LiveReport
    private let store: UploadStore

    /// Makes a site that behaves as `behavior` where a path does not say otherwise.
    init(
        _ behavior: ServerBehavior,
        certificate: ServerCertificate,
        reports: LiveReport,
        store: UploadStore
    ) {
        self.behavior = behavior
        self.certificate = certificate
        self.reports = reports
        self.store = store
    }

    func behavior(at path: String) -> ServerBehavior { behavior.changed(by: path) }

    func answered(_ exchange: InspectedExchange, with status: Int) {
        // Of a request that is redirected, or asked for credentials, too.
        _ = keep(exchange)
        reports.answered(exchange, with: status)
    }

    /// Names the files of a request's parts; none where they were named already, or nothing is kept.
    private func keep(_ exchange: InspectedExchange) -> [String] {
        do {
            return try store.finish(exchange, of: reports.path)
        } catch {
            reports.note("the parts of request \(exchange.number) are not kept: \(error)")
            return []
        }
    }

    func take(_ result: InspectionResult) {
        switch result {
        case .requestHead(let exchange, let head): reports.began(exchange, head)
        case .completed(let exchange):
            store.forget(exchange.number)
            reports.completed(exchange)
        case .content(let exchange, let part, let bytes):
            store.write(bytes.span.bytes, part: part, of: exchange)
        case .opaque(let reason): reports.opaque(reason)
        default: break
        }
    }

    func note(_ text: String) { reports.note(text) }

    func finish(connections: Int) { reports.finish(connections: connections) }

    func answer(to exchange: InspectedExchange, _ request: SinkRequest?) -> SinkAnswer {
        let files = keep(exchange)
        let isPage = request?.wantsPage ?? false
        guard exchange.isUpload else {
            guard let request, ["GET", "HEAD"].contains(request.method) else {
                return verdict(on: exchange, status: exchange.isWholeRequest ? 200 : 400, isPage: isPage)
            }
            return resource(request)
        }
        if let request, request.path == PhotoPicker.path {
            return PhotoPicker.answer(to: exchange, files: files, request, store)
        }
        let isTaken = exchange.isWholeRequest && !LiveReport.isFaulty(exchange)
        return verdict(on: exchange, status: isTaken ? 200 : 400, isPage: isPage)
    }

    /// What is under a path: pages, the certificate, and pictures that were taken.
    private func resource(_ request: SinkRequest) -> SinkAnswer {
        switch request.path {
        case "/": return SinkAnswer(status: 200, page: SinkPage.form)
        case PhotoPicker.path: return SinkAnswer(status: 200, page: PhotoPicker.page(request))
        case ServerCertificate.path: return certificate.answer
        default:
            guard let picture = store.picture(at: request.path) else {
                return SinkAnswer(
                    status: 404,
                    body: "There is nothing here: uploads go to any path, by POST.\n"
                )
            }
            return SinkAnswer(status: 200, contentType: picture.type, bytes: picture.bytes)
        }
    }

    private func verdict(on exchange: InspectedExchange, status: Int, isPage: Bool) -> SinkAnswer {
        isPage
            ? SinkAnswer(status: status, page: reports.page(exchange))
            : SinkAnswer(status: status, contentType: "application/json", body: reports.json(exchange))
    }
}

extension InspectedExchange {
    /// Whether its request was read from its first byte to its last.
    var isWholeRequest: Bool { exchange.request?.wasReadWhole ?? false }
}

extension Message {
    /// Whether it was read from its first byte to its last.
    var wasReadWhole: Bool {
        head.isWhole && content.completion == .complete && !content.faults.contains { $0.kind.blursBounds }
    }
}
