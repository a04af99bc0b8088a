import Bytes
import Exchanges

/// Reads the one exchange of a stream of HTTP/2 whose messages are written as HTTP/1.1.
struct StreamExchange {
    /// What comes out of the bytes of a message.
    enum Piece {
        /// The head of an interim response.
        case interimHead(MessageHead)
        /// The head.
        case head(MessageHead)
        /// The next bytes of the content, without the transfer coding.
        case content([UInt8])
        /// The content has ended: the trailer section.
        case end(FieldSection)
        /// What follows is not HTTP/1.1.
        case unreadable
    }

    private struct Pieces: ExchangeEventHandler {
        var requested: [Piece] = []
        var answered: [Piece] = []
        var answerHasEnded = false
        var trailers: FieldSection?

        mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
            switch role {
            case .request: requested.append(.head(copy head))
            case .response: answered.append(.head(copy head))
            }
        }

        mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {
            let piece = Piece.content(bytes.withUnsafeBytes { Array($0) })
            switch role {
            case .request: requested.append(piece)
            case .response: answered.append(piece)
            }
        }

        mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {
            switch role {
            case .request:
                requested.append(.end(exchange.request?.content.trailers ?? FieldSection()))
            case .response: answerHasEnded = true
            }
        }

        mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
            trailers = exchange.response?.content.trailers
        }

        mutating func handle(_ event: consuming ExchangeEvent) {
            switch event {
            case .requestBroken: requested.append(.unreadable)
            case .interimHead(_, let head): answered.append(.interimHead(head))
            case .opaque:
                requested.append(.unreadable)
                answered.append(.unreadable)
            default: break
            }
        }
    }

    private var exchanges = ConnectionExchanges(
        ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true),
        numbers: ExchangeNumbers(),
        responseContents: .all
    )
    private var offsets = (request: 0, response: 0)
    private var isOver = false

    /// Reads the next bytes of the request.
    mutating func request(_ bytes: RawSpan) -> [Piece] {
        guard !isOver else { return [] }
        var pieces = Pieces()
        exchanges.received(bytes, from: .initiator, ByteOrigin(offset: offsets.request), &pieces)
        offsets.request += bytes.byteCount
        return pieces.requested
    }

    /// Reads the next bytes of the response.
    mutating func response(_ bytes: RawSpan) -> [Piece] {
        guard !isOver else { return [] }
        var pieces = Pieces()
        exchanges.received(bytes, from: .responder, ByteOrigin(offset: offsets.response), &pieces)
        offsets.response += bytes.byteCount
        return answered(&pieces)
    }

    /// There are no more bytes of the response: one that lasts until the connection closes is complete.
    mutating func responseEnded() -> [Piece] {
        guard !isOver else { return [] }
        var pieces = Pieces()
        exchanges.ended(.finished, from: .responder, ByteOrigin(offset: offsets.response), &pieces)
        return answered(&pieces)
    }

    private mutating func answered(_ pieces: inout Pieces) -> [Piece] {
        guard pieces.answerHasEnded else { return pieces.answered }
        isOver = true
        // Its trailer section is known once nothing more can follow.
        exchanges.closed(&pieces)
        return pieces.answered + [.end(pieces.trailers ?? FieldSection())]
    }
}
