import CaptureSources
import Connections

/// Adds to the exchanges that are read from raw messages what a log says beside them.
struct ExchangeAnnotation<Handler: ExchangeHandler>: ExchangeHandler {
    /// Who is told.
    var handler: Handler
    /// What the log says of the exchange that is being read.
    var note = LoggedExchange(form: .wire)

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        handler.requestHead(exchange, state)
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        handler.requestContent(exchange, bytes)
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        handler.requestGap(exchange, length: length, cause: cause)
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        handler.responseHead(exchange, state)
    }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {
        handler.responseContent(exchange, bytes)
    }

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {
        handler.responseGap(exchange, length: length, cause: cause)
    }

    mutating func completed(_ exchange: Int, _ result: consuming Exchange) {
        result.annotate(with: note)
        handler.completed(exchange, result)
    }

    mutating func remark(_ remark: ConnectionDiagnostic, connection: Int, frame: Int) {
        handler.remark(remark, connection: connection, frame: frame)
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {
        handler.opaque(connection: connection, reason: reason, frame: frame)
    }
}

extension Exchange {
    /// Takes in what a log says beside the messages.
    mutating func annotate(with note: LoggedExchange) {
        client = note.client.flatMap { Endpoint(address: $0.host, port: $0.port ?? 0) }
        server = note.server.flatMap { Endpoint(address: $0.host, port: $0.port ?? 0) }
        tls = note.tlsVersion.flatMap { TLSVersion(name: $0) }
        comment = note.comment
        if note.form == .masked {
            fidelity = min(fidelity, .text)
            response?.representation = .text
        }
        request?.startedAt = note.requestStart
        request?.endedAt = note.requestEnd
        response?.startedAt = note.responseStart
        response?.endedAt = note.responseEnd
        // Where the version is not known, the scheme still tells.
        notedURL = note.url ?? note.scheme.flatMap { url(scheme: $0) }
    }
}
