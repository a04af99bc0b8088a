/// A capture that is written for a test: raw IP packets in a pcap file.
package enum WrittenCapture {
    /// The bytes of a file with one connection.
    ///
    /// - Parameters:
    ///   - messages: what each side sends, in order; every message is a frame of its own after the handshake's three,
    ///     and has at most 60,000 bytes.
    ///   - closes: whether the client ends its stream.
    ///   - port: the client's.
    /// - Returns: the file.
    package static func bytes(
        _ messages: [(isFromClient: Bool, bytes: [UInt8])],
        closes: Bool = true,
        port: Int = 50_000
    ) -> [UInt8] {
        var file = fileHeader
        var sequences = [1_000, 2_000]
        func add(_ isFromClient: Bool, flags: UInt8, _ payload: [UInt8], length: Int) {
            let own = isFromClient ? 0 : 1
            let acknowledged = flags & 0x10 == 0 ? 0 : sequences[1 - own]
            file += packet(isFromClient, port: port, flags, sequences[own], acknowledged, payload)
            sequences[own] += length
        }
        add(true, flags: 0x02, [], length: 1)
        add(false, flags: 0x12, [], length: 1)
        add(true, flags: 0x10, [], length: 0)
        for message in messages {
            add(message.isFromClient, flags: 0x18, message.bytes, length: message.bytes.count)
        }
        if closes { add(true, flags: 0x11, [], length: 1) }
        return file
    }

    /// The bytes of a file in which each request comes over a connection of its own, in two halves: the first halves of
    /// all of them before the second ones.
    package static func interleaved(_ requests: [[UInt8]]) -> [UInt8] {
        var file = fileHeader
        for (index, request) in requests.enumerated() {
            file += packet(true, port: 20_000 + index, 0x02, 1_000, 0, [])
            file += packet(
                true,
                port: 20_000 + index,
                0x18,
                1_001,
                0,
                Array(request.prefix(request.count / 2))
            )
        }
        for (index, request) in requests.enumerated() {
            let half = request.count / 2
            file += packet(true, port: 20_000 + index, 0x18, 1_001 + half, 0, Array(request.dropFirst(half)))
            file += packet(true, port: 20_000 + index, 0x11, 1_001 + request.count, 0, [])
        }
        return file
    }

    private static let fileHeader: [UInt8] =
        [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8) + little(262_144) + little(101)

    private static func packet(
        _ isFromClient: Bool,
        port: Int,
        _ flags: UInt8,
        _ sequence: Int,
        _ acknowledged: Int,
        _ payload: [UInt8]
    ) -> [UInt8] {
        let client = [UInt8(port >> 8), UInt8(port & 0xFF)]
        let server: [UInt8] = [0x1F, 0x90]
        let tcp =
            (isFromClient ? client + server : server + client) + big(sequence) + big(acknowledged) + [
                0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0,
            ]
            + payload
        let total = 20 + tcp.count
        let address: [UInt8] = isFromClient ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1]
        let ip: [UInt8] =
            [0x45, 0, UInt8(total >> 8), UInt8(total & 0xFF), 0, 0, 0, 0, 64, 6, 0, 0] + address
        return [UInt8](repeating: 0, count: 8) + little(total) + little(total) + ip + tcp
    }

    private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    private static func little(_ value: Int) -> [UInt8] { big(value).reversed() }
}
