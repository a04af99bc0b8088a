import Inspection
import TestSupport

/// Requests that were changed at a few places, always the same ones.
enum MutatedRequest {
    /// What is put into a request: the bytes that readers of heads and forms ask for.
    private static let pieces: [[UInt8]] = [
        [0x00], [0x0A], [0x0D], [0x0D, 0x0A], [0x0D, 0x0A, 0x0D, 0x0A], [0x20], [0x09], [0x0B], [0x7F],
        [0x80],
        [0xC3, 0xA9], [0xEF, 0xBB, 0xBF], Array("-".utf8), Array("--".utf8), Array("\"".utf8),
        Array("'".utf8),
        Array("\\".utf8), Array(";".utf8), Array(":".utf8), Array("=".utf8), Array("%".utf8),
        Array("%22".utf8),
        Array("&".utf8), Array("/".utf8), Array("?".utf8), Array("[".utf8), Array("]".utf8), Array(",".utf8),
        Array("0".utf8), Array("C".utf8), Array("x".utf8), Array("AaB03x".utf8), Array("--AaB03x\r\n".utf8),
        Array("--AaB03x--\r\n".utf8), Array("; filename=\"x.png\"".utf8),
        Array("\r\nContent-Type: image/jpeg".utf8),
        Array("\r\nContent-Type: multipart/mixed; boundary=AaB03x".utf8), Array("\r\nContent-Length: 3".utf8),
        Array("[object File]".utf8), Array("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA".utf8),
    ]

    /// A request as bytes that an example of a rule shows; `nil` for a conversation, and for HTTP/2.
    static func original(_ example: RuleExample) -> [UInt8]? {
        let bytes = RuleExample.bytes(of: example.text).bytes
        switch example.kind {
        case .request, .page:
            return example.isConversation || example.text.contains(" HTTP/2⏎") ? nil : bytes
        case .body(let contentType):
            var head = Array("POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: ".utf8)
            head += RuleExample.bytes(of: contentType).bytes
            head += Array("\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8)
            return head + bytes
        }
    }

    /// Flips a bit, sets or puts in bytes that matter, takes some out, or copies a piece to another place.
    static func mutant(of original: [UInt8], _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &chance) where bytes.count > 8 {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            let end = min(place + Int.random(in: 1...24, using: &chance), bytes.count)
            let piece = pieces.randomElement(using: &chance) ?? []
            switch Int.random(in: 0..<6, using: &chance) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            case 1: bytes.removeSubrange(place..<end)
            case 2:
                bytes.insert(
                    contentsOf: bytes[place..<end],
                    at: Int.random(in: 0..<bytes.count, using: &chance)
                )
            case 3: bytes.replaceSubrange(place..<min(place + piece.count, bytes.count), with: piece)
            default: bytes.insert(contentsOf: piece, at: place)
            }
        }
        return bytes
    }
}
