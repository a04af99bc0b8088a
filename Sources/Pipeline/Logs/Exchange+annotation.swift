import Bytes
import CaptureSources
import Exchanges

extension Exchange {
    /// Takes in what a log says beside the messages.
    mutating func annotate(with note: LoggedExchange) {
        client = note.client.flatMap { Endpoint(address: $0.host, port: $0.port ?? 0) }
        server = note.server.flatMap { Endpoint(address: $0.host, port: $0.port ?? 0) }
        tls = note.tlsVersion.flatMap { TLSVersion(name: $0) }
        comment = note.comment
        isDamaged = note.isDamaged
        isMasked = note.form == .masked
        if isMasked { fidelity = min(fidelity, .text) }
        request = request?.annotated(from: note.requestStart, to: note.requestEnd)
        response = response?.annotated(
            from: note.responseStart,
            to: note.responseEnd,
            isMasked: note.form == .masked
        )
        // Where the version is not known, the scheme still tells.
        notedURL = note.url ?? note.scheme.flatMap { url(scheme: $0) }
    }
}

extension Message {
    /// The message with the times that a log notes.
    fileprivate func annotated(from start: Timestamp?, to end: Timestamp?, isMasked: Bool = false) -> Message
    {
        changed { draft in
            draft.arrival.startedAt = start
            draft.arrival.endedAt = end
            if isMasked { draft.content.representation = .text }
        }
    }
}
