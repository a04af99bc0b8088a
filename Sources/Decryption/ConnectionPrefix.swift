import Bytes

/// What stands before the streams of a connection that is passed on: a client asks a proxy of SOCKS for a tunnel (RFC 1928,
/// and its version 4), or a load balancer names the client (the PROXY protocol, versions 1 and 2).
/// ```
///   client ─► 05 01 00   05 01 00 01 7F000001 0050             │ POST / HTTP/1.1 …
///   proxy  ─►          05 00                      05 00 00 01 … │ HTTP/1.1 200 OK …
/// ```
struct ConnectionPrefix: Sendable {
    /// What the first bytes of both sides show.
    enum Reading {
        /// They are no such prefix.
        case none
        /// More of them are needed.
        case incomplete
        /// They are.
        case complete(ConnectionPrefix)
    }

    /// The bytes of a side that are looked at, at most: a user and a password take 513, the name of a host 255.
    static let limit = 2_048

    /// The side that sent first.
    var client = Side.initiator
    /// How many bytes of that side it takes that are still to come.
    var clientLength: Int
    /// How many bytes of the other side it takes that are still to come.
    var serverLength = 0
    /// The client's own address; `nil` where it is not told.
    var address: Endpoint?

    private static let connect = UInt8(1)
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
    private static let word = Array("PROXY ".utf8)
    /// The greatest length of a line of version 1, with its end.
    private static let lineLimit = 107

    /// The greatest length of a text of version 4 with the zero that ends it: clients in use send no more.
    private static let textLimit = 256

    /// Takes the next bytes of a side: how many of `count` belong to it.
    mutating func take(upTo count: Int, from side: Side) -> Int {
        let taken = min(side == client ? clientLength : serverLength, count)
        if side == client { clientLength -= taken } else { serverLength -= taken }
        return taken
    }

    /// Whether these may be the first bytes of one.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        switch bytes.first {
        case 4, 5: bytes.count < 2 || bytes[1] > 0
        case signature[0]: bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count))
        // Most requests begin with POST.
        case word[0] where bytes.count < 2 || bytes[1] == word[1]:
            bytes.prefix(word.count).elementsEqual(word.prefix(bytes.count))
        default: false
        }
    }

    /// Reads one.
    ///
    /// - Parameters:
    ///   - client: the first bytes of the side that sent first.
    ///   - server: those of the other one.
    /// - Returns: what they show.
    static func reading(_ client: [UInt8], _ server: [UInt8]) -> Reading {
        guard mayBegin(client) else { return .none }
        switch client[0] {
        case 4: return socks4(client, server)
        case 5: return socks5(client, server)
        case signature[0]: return version2(client)
        default: return version1(client)
        }
    }

    // MARK: SOCKS

    private static func socks4(_ client: [UInt8], _ server: [UInt8]) -> Reading {
        guard client.count < 2 || client[1] == connect, server.first ?? 0 == 0 else { return .none }
        guard client.count > 7 else { return .incomplete }
        // The user, and after an address of 0.0.0.x the name of the host.
        let texts = client[4..<7].allSatisfy { $0 == 0 } && client[7] != 0 ? 2 : 1
        var end = 8
        for _ in 0..<texts {
            guard let zero = client[end...].prefix(textLimit).firstIndex(of: 0) else {
                return client.count < end + textLimit ? .incomplete : .none
            }
            end = zero + 1
        }
        guard server.count < 2 || server[1] == 90 else { return .none }
        guard server.count >= 8 else { return .incomplete }
        return .complete(ConnectionPrefix(clientLength: end, serverLength: 8))
    }

    private static func socks5(_ client: [UInt8], _ server: [UInt8]) -> Reading {
        var (asked, answered) = (ByteCursor(client[1...]), ByteCursor(server[...]))
        guard let methods = asked.vector(1), let version = answered.number(1), let method = answered.number(1)
        else { return server.first ?? 5 == 5 ? .incomplete : .none }
        guard version == 5, methods.contains(UInt8(method)), method == 0 || method == 2 else { return .none }
        if method == 2 {
            // A user and a password (RFC 1929).
            guard asked.number(1) != nil, asked.vector(1) != nil, asked.vector(1) != nil,
                answered.number(1) != nil, let status = answered.number(1)
            else { return .incomplete }
            guard status == 0 else { return .none }
        }
        guard let request = asked.take(3), let toHost = address(&asked), let reply = answered.take(3),
            let ofHost = address(&answered)
        else { return .incomplete }
        guard request.elementsEqual([5, connect, 0]), reply.elementsEqual([5, 0, 0]), toHost, ofHost else {
            return .none
        }
        return .complete(
            ConnectionPrefix(
                clientLength: client.count - asked.count,
                serverLength: server.count - answered.count
            )
        )
    }

    /// Passes over an address and a port: whether they are of a type that there is; `nil` where more is needed.
    private static func address(_ cursor: inout ByteCursor) -> Bool? {
        guard let type = cursor.number(1) else { return nil }
        switch type {
        case 1: return cursor.take(4 + 2) == nil ? nil : true
        case 3: return cursor.vector(1) == nil || cursor.take(2) == nil ? nil : true
        case 4: return cursor.take(16 + 2) == nil ? nil : true
        default: return false
        }
    }

    // MARK: The PROXY protocol

    private static func version1(_ bytes: [UInt8]) -> Reading {
        guard let lineFeed = bytes.prefix(lineLimit).firstIndex(of: 0x0A) else {
            return bytes.count < lineLimit ? .incomplete : .none
        }
        guard bytes[lineFeed - 1] == 0x0D else { return .none }
        let words = bytes[..<(lineFeed - 1)].split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        var prefix = ConnectionPrefix(clientLength: lineFeed + 1)
        // A method of HTTP may have the same name.
        switch words.dropFirst().first {
        case "UNKNOWN": return .complete(prefix)
        case "TCP4", "TCP6":
            guard words.count == 6, let port = UInt16(words[4]),
                let address = Endpoint(address: words[2], port: Int(port))
            else { return .none }
            prefix.address = address
            return .complete(prefix)
        default: return .none
        }
    }

    private static func version2(_ bytes: [UInt8]) -> Reading {
        var cursor = ByteCursor(bytes.dropFirst(signature.count))
        guard let command = cursor.number(1), let family = cursor.number(1), let length = cursor.number(2)
        else {
            return .incomplete
        }
        guard command == 0x20 || command == 0x21 else { return .none }
        var prefix = ConnectionPrefix(clientLength: signature.count + 4 + length)
        let size = family == 0x11 ? 4 : 16
        // Of a connection of the load balancer itself, and of another family, the addresses do not count.
        guard command == 0x21, family == 0x11 || family == 0x21, length >= 2 * (size + 2) else {
            return .complete(prefix)
        }
        guard let source = cursor.take(size), cursor.take(size) != nil, let port = cursor.number(2) else {
            return .incomplete
        }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        prefix.address = Endpoint(
            addressHigh: number(source.dropLast(8)),
            addressLow: number(source.suffix(8)),
            isIPv6: size == 16,
            port: UInt16(port)
        )
        return .complete(prefix)
    }
}

extension ConnectionSummary {
    /// Takes the client's address that a load balancer tells.
    mutating func apply(_ prefix: ConnectionPrefix) {
        guard let address = prefix.address else { return }
        if prefix.client == .initiator { initiator = address } else { responder = address }
    }
}
