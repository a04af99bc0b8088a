import Bytes
import Testing

@testable import Decryption

/// Connections that a proxy of SOCKS or a load balancer passes on: something stands before their streams.
struct ConnectionPrefixTests {
    private static let request = "GET / HTTP/1.1\r\n\r\n"
    private static let response = "HTTP/1.1 204 \r\n\r\n"
    private static let version2: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]

    /// Version 2 of the PROXY protocol: a client at 192.0.2.7:40000.
    private static let named =
        version2 + [0x21, 0x11, 0, 12, 192, 0, 2, 7, 198, 51, 100, 1, 0x9C, 0x40, 1, 0xBB]

    /// The hellos of TLS: the client's, and the server's.
    private static var hellos: [[UInt8]] {
        SessionWriter.hellos().compactMap { if case .sent(_, let bytes) = $0 { bytes } else { nil } }
    }

    /// What a side sends before its stream, one after another.
    private typealias Dialogue = [(Side, [UInt8])]

    /// SOCKS: version 5 with an address, with a name, a user and a password; version 4, and with a name.
    private static let tunnels: [Dialogue] = [
        [
            (.initiator, [5, 2, 0, 1]), (.responder, [5, 0]),
            (.initiator, [5, 1, 0, 1, 127, 0, 0, 1, 0, 80]), (.responder, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        ],
        [
            (.initiator, [5, 1, 2]), (.responder, [5, 2]), (.initiator, [1, 1, 0x75, 2, 0x70, 0x77]),
            (.responder, [1, 0]), (.initiator, [5, 1, 0, 3, 1, 0x68, 0, 80]),
            (.responder, [5, 0, 0, 4] + [UInt8](repeating: 0, count: 18)),
        ],
        [
            (.initiator, [4, 1, 0, 80, 127, 0, 0, 1, 0x75, 0]),
            (.responder, [0, 90, 0, 0, 0, 0, 0, 0]),
        ],
        [
            (.initiator, [4, 1, 0, 80, 0, 0, 0, 1, 0x75, 0, 0x68, 0]),
            (.responder, [0, 90, 0, 0, 0, 0, 0, 0]),
        ],
    ]

    private func steps(_ dialogue: Dialogue, pieces size: Int = 1_000) -> [Step] {
        dialogue.flatMap { side, bytes in
            stride(from: 0, to: bytes.count, by: size).map { start in
                Step.sent(side, Array(bytes[start..<min(start + size, bytes.count)]))
            }
        }
    }

    private static let messages: Dialogue = [
        (.initiator, Array(request.utf8)), (.responder, Array(response.utf8)),
    ]

    @Test(arguments: tunnels.indices, [1, 3, 1_000])
    func `what passes a tunnel of SOCKS is read`(index: Int, size: Int) {
        let (recorder, _, _) = play(steps(Self.tunnels[index] + Self.messages, pieces: size))
        #expect(recorder.streams[1]?.map(\.text) == [Self.request, Self.response])
        #expect(recorder.streams[0] == nil)
        #expect(recorder.isContinuous)
        #expect(recorder.closedLayers == [1])
    }

    /// The bytes of a side.
    private func bytes(of side: Side, in dialogue: Dialogue) -> [UInt8] {
        dialogue.filter { $0.0 == side }.flatMap(\.1)
    }

    @Test(arguments: [tunnels[0], tunnels[1], [(.initiator, named), (.responder, [])]], [true, false])
    private func `TLS behind it is decrypted, whether or not the client waits for the answer`(
        dialogue: Dialogue,
        waits: Bool
    ) {
        var writer = SessionWriter(isClient: true)
        var log = KeyLog()
        log.push(Array(SessionWriter.keyLog.utf8).span.bytes)
        log.finish()
        var steps = steps(dialogue) + SessionWriter.hellos()
        if !waits {
            steps = [
                .sent(.initiator, bytes(of: .initiator, in: dialogue) + Self.hellos[0]),
                .sent(.responder, bytes(of: .responder, in: dialogue) + Self.hellos[1]),
            ]
        }
        steps.append(.sent(.initiator, writer.finish() + writer.seal(Self.request)))
        let (recorder, _, _) = play(steps, log: log)
        #expect(recorder.decrypted.map(\.first?.text) == [Self.request])
    }

    @Test func `a load balancer may stand before a proxy that is reached through TLS`() {
        var log = KeyLog()
        log.push(Array(SessionWriter.keyLog.utf8).span.bytes)
        log.finish()
        var (client, server) = (SessionWriter(isClient: true), SessionWriter(isClient: false))
        var inner = SessionWriter(isClient: true)
        let connect = "CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n"
        let hellos = Self.hellos
        let (recorder, _, _) = play(
            [
                .sent(.initiator, Self.named + hellos[0]), .sent(.responder, hellos[1] + server.finish()),
                .sent(.initiator, client.finish() + client.seal(connect)),
                .sent(.responder, server.seal("HTTP/1.1 200 \r\n\r\n")),
                .sent(.initiator, client.seal(hellos[0])), .sent(.responder, server.seal(hellos[1])),
                .sent(.initiator, client.seal(inner.finish() + inner.seal(Self.request))),
            ],
            log: log
        )
        #expect(recorder.streams[4]?.first?.text == Self.request)
    }

    @Test func `the side that sends it is the client, whichever was seen first`() {
        let (recorder, _, _) = play(steps([(.responder, Self.named + Array(Self.request.utf8))], pieces: 9))
        #expect(recorder.streams[1]?[1].text == Self.request)
        #expect(recorder.summaries[1]?.responder.map { "\($0)" } == "192.0.2.7:40000")
    }

    @Test func `what is held of a connection that is given up is handed on`() {
        let bytes: [UInt8] = [5, 2, 0]
        var connection = LayerPlayer(
            ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
        )
        connection.received(bytes, from: .initiator, ByteOrigin(offset: 0))
        connection.closed()
        #expect(connection.recorder.streams[0]?.first?.bytes == bytes)
        #expect(connection.recorder.closedLayers == [0])
    }

    @Test func `the load balancer nearest to the client names it`() {
        let far = Array("PROXY TCP4 192.0.2.9 198.51.100.1 40000 443\r\n".utf8)
        let dialogue = [(Side.initiator, Self.named + far + Array(Self.request.utf8))]
        let (recorder, _, _) = play(steps(dialogue))
        #expect(recorder.streams[2]?.first?.text == Self.request)
        #expect(recorder.summaries[2]?.initiator.map { "\($0)" } == "192.0.2.9:40000")
    }

    @Test(arguments: [
        ("PROXY TCP4 192.0.2.7 198.51.100.1 40000 443\r\n", "192.0.2.7:40000"),
        ("PROXY TCP6 2001:db8::7 2001:db8::1 40000 443\r\n", "[2001:db8::7]:40000"),
        ("PROXY UNKNOWN\r\n", "0.0.0.1:50000"),
    ])
    func `the first version of the PROXY protocol names the client`(line: String, client: String) {
        for size in [1, 5, 1_000] {
            let dialogue = [(Side.initiator, Array((line + Self.request).utf8)), Self.messages[1]]
            let (recorder, _, _) = play(steps(dialogue, pieces: size))
            #expect(recorder.streams[1]?.map(\.text) == [Self.request, Self.response])
            #expect(recorder.summaries[1]?.initiator.map { "\($0)" } == client)
        }
    }

    @Test(arguments: [
        // With a field more, for IPv6, and of the load balancer itself.
        (
            [0x21, 0x11, 0, 15, 192, 0, 2, 7, 198, 51, 100, 1, 0x9C, 0x40, 1, 0xBB, 4, 0, 0],
            "192.0.2.7:40000"
        ),
        (
            [0x21, 0x21, 0, 36, 0x20, 1, 13, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
                + [UInt8](repeating: 0, count: 16) + [0x9C, 0x40, 1, 0xBB], "[2001:db8::7]:40000"
        ),
        ([0x20, 0, 0, 0], "0.0.0.1:50000"),
    ])
    func `the second version of the PROXY protocol names the client`(rest: [UInt8], client: String) {
        for size in [1, 5, 1_000] {
            let bytes = Self.version2 + rest + Array(Self.request.utf8)
            let (recorder, _, _) = play(steps([(.initiator, bytes), Self.messages[1]], pieces: size))
            #expect(recorder.streams[1]?.map(\.text) == [Self.request, Self.response])
            #expect(recorder.summaries[1]?.initiator.map { "\($0)" } == client)
        }
    }

    @Test func `bytes that are missing before the stream are not missing in it`() {
        let head = Self.version2 + [0x21, 0x11, 0, 32, 192, 0, 2, 7, 198, 51, 100, 1, 0x9C, 0x40, 1, 0xBB]
        let (recorder, _, _) = play([
            .sent(.initiator, head), .gap(.initiator, 20), .sent(.initiator, Array(Self.request.utf8)),
        ])
        #expect(recorder.streams[1]?.first?.text == Self.request)
        #expect(recorder.streams[1]?.first?.gaps == [])
    }

    /// What a proxy refuses, and what is asked of it that is no connection, or by another protocol: with all that follows.
    @Test(
        arguments: [
            [
                (.initiator, [5, 1, 0]), (.responder, [5, 0]),
                (.initiator, [5, 1, 0, 1, 127, 0, 0, 1, 0, 80]),
                (.responder, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]),
            ],
            // BIND and UDP ASSOCIATE.
            [
                (.initiator, [5, 1, 0]), (.responder, [5, 0]),
                (.initiator, [5, 2, 0, 1, 127, 0, 0, 1, 0, 80]),
                (.responder, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            ],
            [
                (.initiator, [5, 1, 0]), (.responder, [5, 0]), (.initiator, [5, 3, 0, 1, 0, 0, 0, 0, 0, 0]),
                (.responder, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            ],
            [(.initiator, [5, 1, 0]), (.responder, [5, 0xFF])],
            [
                (.initiator, [5, 1, 2]), (.responder, [5, 2]), (.initiator, [1, 1, 1, 1, 1]),
                (.responder, [1, 1]),
            ],
            [(.initiator, [4, 1, 0, 80, 127, 0, 0, 1, 0]), (.responder, [0, 91, 0, 0, 0, 0, 0, 0])],
            [(.initiator, [4, 2, 0, 80, 127, 0, 0, 1, 0]), (.responder, [0, 90, 0, 0, 0, 0, 0, 0])],
            [(.initiator, [5, 0x64, 8, 0xC4, 1, 0]), (.responder, [5, 0x64, 5, 0x44])],
            [(.responder, Array("220 ready\r\n".utf8)), (.initiator, named)],
        ] as [Dialogue],
        [1, 1_000]
    )
    private func `bytes after what is no tunnel are kept as they are`(dialogue: Dialogue, size: Int) {
        let whole = dialogue + Self.messages
        let (recorder, _, _) = play(steps(whole, pieces: size))
        #expect(recorder.streams.keys.sorted() == [0])
        #expect(
            recorder.streams[0]?.map(\.bytes)
                == [Side.initiator, .responder].map { bytes(of: $0, in: whole) }
        )
        #expect(recorder.isContinuous)
    }

    @Test func `what follows a gap is not read as it`() {
        let bytes = Array("PROXY TCP4 192.0.2.7 198.51.100.1 40000 443\r\n".utf8)
        let (recorder, _, _) = play([.gap(.initiator, 5), .sent(.initiator, bytes)])
        #expect(recorder.streams[0]?.first?.bytes == bytes)
        #expect(recorder.streams[1] == nil)
    }

    @Test(arguments: tunnels.indices)
    func `a tunnel that is cut or damaged is no tunnel, or one`(index: Int) {
        let tunnel = Self.tunnels[index]
        for (turn, message) in tunnel.enumerated() {
            for place in message.1.indices {
                let cut = tunnel[..<turn] + [(message.0, Array(message.1[..<place]))]
                let (recorder, _, _) = play(steps(Array(cut)))
                // What a reply says of the address is the last of it: nothing is read before.
                #expect(recorder.streams.keys.allSatisfy { $0 == 0 })
                #expect(recorder.isContinuous)
                for value: UInt8 in [0, 1, 5, 0x7F, 0xFF] {
                    var damaged = tunnel
                    damaged[turn].1[place] = value
                    #expect(play(steps(damaged + Self.messages)).0.isContinuous)
                }
            }
        }
    }

    @Test(arguments: [
        // A method of HTTP, a client that a proxy refuses, other protocols, and what never ends.
        Array("PROXY /a HTTP/1.1\r\n\r\n".utf8), [5, 1, 0, 0xFF], [4, 3, 2, 1, 0, 0, 0, 0, 0, 0],
        [5, 1] + [UInt8](repeating: 9, count: 5_000), [4, 1] + [UInt8](repeating: 9, count: 5_000),
        Array("\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8), Array("PROXY TCP4 a b c d\r\n".utf8),
        version2 + [0x22, 0x11, 0, 0, 1], version2 + [0x11, 0x11, 0, 0, 1],
    ])
    func `what only begins like it stays as it is`(bytes: [UInt8]) {
        for size in [1, 7, 10_000] {
            let (recorder, _, _) = play(steps([(.initiator, bytes)], pieces: size))
            #expect(recorder.streams[0]?.first?.bytes == bytes)
            #expect(recorder.streams.count == 1)
            #expect(recorder.isContinuous)
        }
    }

    @Test func `a server that expects none reads what comes as its own`() {
        let bytes = Array("PROXY TCP4 192.0.2.7 198.51.100.1 40000 443\r\n".utf8)
        var layers = ConnectionLayers(
            ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true),
            readsPrefix: false
        )
        layers.begin(bytes.span.bytes, from: .initiator)
        #expect(layers.isPlain)
    }
}
