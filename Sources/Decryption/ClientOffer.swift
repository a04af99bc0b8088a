/// What a client of TLS offers in its first message, read before anything is answered (RFC 8446 §4.1.2).
package struct ClientOffer: Hashable, Sendable {
    /// How far the first bytes of a client are understood.
    package enum Reading: Hashable, Sendable {
        /// More bytes are needed.
        case incomplete
        /// The bytes are not a ClientHello.
        case other
        /// The message is complete.
        case complete(ClientOffer)
    }

    /// The greatest length of a ClientHello that is waited for, in bytes; those of today's clients have below 4 KiB.
    private static let lengthLimit = 64 << 10
    /// The type of a record that holds messages of the handshake (RFC 8446 §5.1).
    private static let handshakeRecord: UInt8 = 22
    /// The type of the message (RFC 8446 §4).
    private static let clientHello: UInt8 = 1

    /// The name of the server that the client asks for (RFC 6066 §3); `nil` for none.
    package var serverName: String?
    /// The protocols that it offers, in its order (RFC 7301 §3.1).
    package var protocols: [String]

    /// Reads the first bytes of a client, which may stand in several records.
    package static func reading(_ bytes: RawSpan) -> Reading {
        var message: [UInt8] = []
        var position = 0
        while true {
            guard position < bytes.byteCount else { return .incomplete }
            guard byte(position, of: bytes) == handshakeRecord else { return .other }
            guard position + 5 <= bytes.byteCount else { return .incomplete }
            let length = Int(byte(position + 3, of: bytes)) << 8 | Int(byte(position + 4, of: bytes))
            guard length > 0, byte(position + 1, of: bytes) == 3 else { return .other }
            let end = min(position + 5 + length, bytes.byteCount)
            for index in (position + 5)..<end { message.append(byte(index, of: bytes)) }
            if let first = message.first, first != clientHello { return .other }
            if message.count >= 4 {
                let needed = 4 + Int(message[1]) << 16 + Int(message[2]) << 8 + Int(message[3])
                guard needed <= lengthLimit else { return .other }
                if message.count >= needed {
                    guard let hello = Hello(client: Array(message[4..<needed])) else { return .other }
                    return .complete(ClientOffer(hello))
                }
            }
            guard position + 5 + length <= bytes.byteCount else { return .incomplete }
            position += 5 + length
        }
    }

    private init(_ hello: Hello) {
        serverName = hello.serverName.map { String(decoding: $0, as: UTF8.self) }
        protocols = hello.protocols.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func byte(_ index: Int, of bytes: RawSpan) -> UInt8 {
        bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
}
