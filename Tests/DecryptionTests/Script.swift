import CaptureSources
import Connections

@testable import Decryption

/// What happens on a connection, as a test writes it down; each step is a frame.
enum Step {
    /// A side sends bytes.
    case sent(Side, [UInt8])
    /// Bytes of a side are not in the capture.
    case gap(Side, Int)
    /// The capture tells keys.
    case keys(String)
}

/// Plays steps, and ends the connection.
func play(
    _ steps: [Step],
    log: KeyLog = KeyLog(),
    limits: DecryptionLimits = DecryptionLimits()
) -> (recorder: PlainRecorder, counts: DecryptionCounts) {
    var decryption = StreamDecryption(PlainRecorder(), log: log, limits: limits)
    decryption.opened(
        ConnectionSummary(
            number: 7,
            initiator: Endpoint(addressLow: 1, port: 50_000),
            responder: Endpoint(addressLow: 2, port: 443),
            sawHandshake: true
        )
    )
    var offsets = [0, 0]
    for (index, step) in steps.enumerated() {
        switch step {
        case .sent(let side, let bytes):
            let offset = offsets[Int(side.rawValue)]
            decryption.received(bytes.span.bytes, on: 7, from: side, at: offset, frame: index + 1, time: nil)
            offsets[Int(side.rawValue)] += bytes.count
        case .gap(let side, let length):
            decryption.missed(
                length,
                on: 7,
                from: side,
                at: offsets[Int(side.rawValue)],
                cause: .notCaptured,
                frame: index + 1
            )
            offsets[Int(side.rawValue)] += length
        case .keys(let text):
            decryption.secrets(
                DecryptionSecrets(kind: .tlsKeyLog, bytes: Array(text.utf8), precedingFrames: index)
            )
        }
    }
    decryption.ended(.finished, on: 7, from: .initiator, frame: steps.count, time: nil)
    decryption.ended(.finished, on: 7, from: .responder, frame: steps.count, time: nil)
    decryption.closed(7)
    return (decryption.next, decryption.counts)
}
