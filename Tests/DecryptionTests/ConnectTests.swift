import Bytes
import Connections
import Testing

@testable import Decryption

/// Tunnels through a proxy that has refused before (RFC 9110 §9.3.6, §11.7).
struct ConnectTests {
    private static let connect = "CONNECT h.test:443 HTTP/1.1\r\nHost: h.test:443\r\n"
    private static let credentials = "Proxy-Authorization: Basic dTpw\r\n\r\n"
    private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

    private static let refusals: [String] = [
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 407 \r\nContent-Length: 25\r\n\r\nHTTP/1.1 200 not this one.",
        "HTTP/1.1 407 No\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\n\r\n\n\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 407 No\nContent-Length: 2\n\n\u{16}\u{3}",
    ]

    private func client() -> [UInt8] {
        var writer = SessionWriter(isClient: true)
        return writer.finish() + writer.seal("GET / HTTP/1.1\r\n\r\n")
    }

    /// The tunnel's session after requests and answers, in pieces of a size.
    private func play(_ dialogue: [(Side, String)], pieces size: Int) -> PlainRecorder {
        var steps: [Step] = dialogue.flatMap { side, text in
            let bytes = Array(text.utf8)
            return stride(from: 0, to: bytes.count, by: size).map { start in
                Step.sent(side, Array(bytes[start..<min(start + size, bytes.count)]))
            }
        }
        steps += SessionWriter.hellos() + [.sent(.initiator, client())]
        var log = KeyLog()
        log.push(Array(SessionWriter.keyLog.utf8).span.bytes)
        log.finish()
        return DecryptionTests.play(steps, log: log).0
    }

    @Test(arguments: refusals, [1, 3, 1_000])
    func `a tunnel is followed after the proxy had asked for credentials`(
        refusal: String,
        size: Int
    ) {
        let dialogue: [(Side, String)] = [
            (.initiator, Self.connect + "\r\n"), (.responder, refusal),
            (.initiator, Self.connect + "Proxy-Authorization: NTLM TlRM\r\n\r\n"), (.responder, refusal),
            (.initiator, Self.connect + Self.credentials), (.responder, Self.established),
        ]
        let recorder = play(dialogue, pieces: size)
        #expect(recorder.decrypted.map(\.first?.text) == ["GET / HTTP/1.1\r\n\r\n"])
        let wire = recorder.streams[0]?.map(\.text) ?? []
        #expect(
            wire
                == [.initiator, .responder].map { side in
                    dialogue.filter { $0.0 == side }.map(\.1).joined()
                }
        )
        #expect(recorder.isContinuous)
    }
}
