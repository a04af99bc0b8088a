import Bytes

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
) -> (recorder: PlainRecorder, counts: DecryptionCounts, triedBytes: Int) {
    var connection = LayerPlayer(
        ConnectionSummary(
            number: 7,
            initiator: Endpoint(addressLow: 1, port: 50_000),
            responder: Endpoint(addressLow: 2, port: 443),
            sawHandshake: true
        ),
        log: log,
        limits: limits
    )
    var offsets = [0, 0]
    for (index, step) in steps.enumerated() {
        switch step {
        case .sent(let side, let bytes):
            let offset = offsets[Int(side.rawValue)]
            connection.received(bytes, from: side, ByteOrigin(offset: offset, frame: index + 1))
            offsets[Int(side.rawValue)] += bytes.count
        case .gap(let side, let length):
            let origin = ByteOrigin(offset: offsets[Int(side.rawValue)], frame: index + 1)
            connection.missed(length, from: side, .notCaptured, origin)
            offsets[Int(side.rawValue)] += length
        case .keys(let text): connection.add(keys: text)
        }
    }
    for side in [Side.initiator, .responder] {
        let origin = ByteOrigin(offset: offsets[Int(side.rawValue)], frame: steps.count)
        connection.ended(.finished, from: side, origin)
    }
    connection.closed()
    return (connection.recorder, connection.counts, connection.triedBytes)
}
