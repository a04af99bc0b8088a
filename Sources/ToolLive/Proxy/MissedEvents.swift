import Bytes
import NIOCore

/// What an end of a relay had to tell while nothing got its events.
struct MissedEvents {
    /// The bytes that came.
    var bytes = ByteBuffer()
    /// What failed first.
    var error: (any Error)?
    /// Whether the side has finished its stream.
    var inputHasEnded = false
    /// Whether the connection is closed.
    var isClosed = false

    /// Tells it, in the order in which it came.
    func tell(_ owner: any RelayOwner, of side: Side) {
        if bytes.readableBytes > 0 {
            owner.received(bytes, from: side)
            owner.readCompleted(from: side)
        }
        if let error { owner.failed(error, on: side) }
        if inputHasEnded { owner.inputEnded(side) }
        if isClosed { owner.closed(side) }
    }
}
