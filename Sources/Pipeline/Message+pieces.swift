import Bytes
import Exchanges

extension Message {
    /// The sizes of the chunks or DATA frames that carried the content, in order.
    var pieces: [Int] {
        switch head.framing {
        case .chunked: arrival.bodyShift.lengths(limit: InspectedExchange.pieceLimit)
        case .h2Data: http2?.dataFrames.lengths(limit: InspectedExchange.pieceLimit) ?? []
        case .none, .contentLength, .untilClose, .bare: []
        }
    }
}
