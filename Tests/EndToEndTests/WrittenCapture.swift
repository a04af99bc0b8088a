/// A capture of one connection, written for a test: raw IP packets in a pcap file.
enum WrittenCapture {
    /// The bytes of the file.
    ///
    /// - Parameters:
    ///   - messages: what each side sends, in order; every message is a frame of its own after the handshake's three,
    ///     and has at most 60,000 bytes.
    ///   - closes: whether the client ends its stream.
    /// - Returns: the file.
    static func bytes(_ messages: [(isFromClient: Bool, bytes: [UInt8])], closes: Bool = true) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        file += little(262_144) + little(101)
        var sequences = [1_000, 2_000]
        func add(_ isFromClient: Bool, flags: UInt8, _ payload: [UInt8], length: Int) {
            let own = isFromClient ? 0 : 1
            let ports = isFromClient ? [0xC3, 0x50, 0x1F, 0x90] : [0x1F, 0x90, 0xC3, 0x50]
            let acknowledged = flags & 0x10 == 0 ? 0 : sequences[1 - own]
            let tcp =
                ports.map { UInt8($0) } + big(sequences[own]) + big(acknowledged) + [
                    0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0,
                ]
                + payload
            let total = 20 + tcp.count
            let address: [UInt8] = isFromClient ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1]
            let ip: [UInt8] =
                [0x45, 0, UInt8(total >> 8), UInt8(total & 0xFF), 0, 0, 0, 0, 64, 6, 0, 0] + address
            file += [UInt8](repeating: 0, count: 8) + little(total) + little(total) + ip + tcp
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

    private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    private static func little(_ value: Int) -> [UInt8] { big(value).reversed() }
}
