import Bytes
import CaptureSources

/// What a RST from the sender of a stream means to its receiver, as far as a capture tells.
extension TCPStream {
    /// The offset after the last byte that was seen to be sent, the FIN counted as one.
    var sentEnd: Int {
        let end = max(nextOffset, held.end, cut.end, acknowledged)
        return finOffset == .max ? end : max(end, finOffset + 1)
    }

    /// Whether a receiver would accept a RST with a sequence number: whether it lies in the receive window (RFC 9293 §3.10.7.4).
    ///
    /// RFC 5961 §3.2 has a receiver accept the next number alone, and answer others in the window with an acknowledgement;
    /// older ones accept all. An observer cannot tell them apart but by what follows, nor knows it all: acknowledgements
    /// may be lost to the capture, so the window begins at the last one seen, and reaches as far as the receiver
    /// offered or the sender is known to have sent.
    func accepts(resetAt number: SequenceNumber) -> Bool {
        guard phase != .unknown else { return true }
        let offset = nextOffset + number.distance(from: nextNumber)
        return offset >= max(acknowledged, origin) && (offset <= sentEnd || offset < windowEnd)
    }
}

/// A RST that the receiver may have accepted, and what had been sent before it.
///
/// It ends the connection only where neither end acknowledges bytes afterwards that were sent after it: an end that was
/// reset answers nothing but RSTs (RFC 9293 §3.10.7.1), while one that was forged, or got lost on the way, changes
/// nothing.
struct PendingReset {
    /// The frame that carried it.
    let frame: Int
    /// When that was captured.
    let time: Timestamp?
    /// The ends of the two streams at that time, as ``TCPStream/sentEnd``.
    let initiatorEnd: Int
    /// See ``initiatorEnd``.
    let responderEnd: Int
}
