import CaptureSources

/// Reassembles the fragments of IP datagrams (RFC 791 §3.2, RFC 8200 §4.5), as many as limits allow.
///
/// Where fragments overlap, the first one seen wins, in units of eight bytes.
struct FragmentReassembly {
    /// What all fragments of a datagram have in common.
    private struct Key: Hashable {
        var sourceHigh: UInt64
        var sourceLow: UInt64
        var destinationHigh: UInt64
        var destinationLow: UInt64
        var identification: UInt32
        /// 0 for IPv6, where later fragments may name another protocol.
        var transport: UInt8

        init(_ packet: IPPacket, _ fragment: IPPacket.Fragment) {
            sourceHigh = packet.source.high
            sourceLow = packet.source.low
            destinationHigh = packet.destination.high
            destinationLow = packet.destination.low
            identification = fragment.identification
            transport = packet.isIPv6 ? 0 : packet.transport
        }
    }

    fileprivate struct Datagram {
        var serial: Int
        var bytes: [UInt8] = []
        /// One bit for each eight bytes that have come.
        var unitsSeen: [UInt64] = []
        var unitCount = 0
        /// The length, known when the last fragment has come.
        var length: Int?
        var transport: UInt8 = 0
    }

    /// The most bytes that the payload of a datagram can have.
    private static let longestDatagram = 65_535

    private var datagrams: [Key: Datagram] = [:]
    /// The keys in the order of first fragments; their serial numbers show which ones are outdated.
    private var order: [(key: Key, serial: Int)] = []
    private var oldest = 0
    private var serial = 0
    private var heldBytes = 0

    /// Adds a fragment.
    ///
    /// - Parameters:
    ///   - packet: its header.
    ///   - fragment: its place in the datagram.
    ///   - frame: the bytes that the header's offsets count in.
    ///   - limits: how much may wait.
    /// - Returns: the datagram's payload and its protocol when it is whole; whether a limit was passed.
    mutating func add(
        _ packet: IPPacket,
        _ fragment: IPPacket.Fragment,
        in frame: RawSpan,
        limits: ReassemblyLimits
    ) -> (whole: (payload: [UInt8], transport: UInt8)?, passedLimit: Bool) {
        let key = Key(packet, fragment)
        let captured = packet.payloadEnd - packet.payloadStart
        let end = fragment.offset + captured
        guard captured > 0, end <= Self.longestDatagram else { return (nil, false) }
        var datagram: Datagram
        if let known = datagrams.removeValue(forKey: key) {
            datagram = known
        } else {
            serial += 1
            datagram = Datagram(serial: serial)
            order.append((key, serial))
        }
        let before = datagram.bytes.count
        let isWhole = captured == packet.payloadLength
        let bytes = frame.extracting(packet.payloadStart..<packet.payloadEnd)
        datagram.add(bytes, at: fragment.offset, isLast: isWhole && !fragment.hasMore)
        if fragment.offset == 0 { datagram.transport = packet.transport }
        if let payload = datagram.payload {
            heldBytes -= before
            dropOutdated(limits)
            return ((payload, datagram.transport), false)
        }
        heldBytes += datagram.bytes.count - before
        datagrams[key] = datagram
        return (nil, evict(limits))
    }

    private mutating func evict(_ limits: ReassemblyLimits) -> Bool {
        var didEvict = false
        while datagrams.count > limits.fragmentedDatagrams || heldBytes > limits.fragmentBytes,
            oldest < order.count
        {
            let (key, serial) = order[oldest]
            oldest += 1
            if let datagram = datagrams[key], datagram.serial == serial {
                heldBytes -= datagram.bytes.count
                datagrams[key] = nil
                didEvict = true
            }
        }
        dropOutdated(limits)
        return didEvict
    }

    /// Removes finished datagrams from the order when they are most of it; each key is moved once on average.
    private mutating func dropOutdated(_ limits: ReassemblyLimits) {
        guard order.count > 2 * limits.fragmentedDatagrams + 16, order.count > 2 * datagrams.count else {
            return
        }
        order = order[oldest...].filter { datagrams[$0.key]?.serial == $0.serial }
        oldest = 0
    }
}

extension FragmentReassembly.Datagram {
    /// The payload; `nil` while bytes of it are missing.
    fileprivate var payload: [UInt8]? {
        guard let length, unitCount * 8 >= length, bytes.count >= length else { return nil }
        return bytes.count == length ? bytes : Array(bytes.prefix(length))
    }

    /// Copies the bytes that no earlier fragment had.
    fileprivate mutating func add(_ fragment: RawSpan, at offset: Int, isLast: Bool) {
        // Only the last fragment may end inside an eight-byte unit; the bytes of such a unit in others cannot
        // be placed.
        let usable = isLast ? fragment.byteCount : fragment.byteCount & ~7
        let end = offset + usable
        if isLast, length == nil { length = end }
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        let unitEnd = (end + 7) / 8
        if unitsSeen.count * 64 < unitEnd {
            unitsSeen += [UInt64](repeating: 0, count: (unitEnd + 63) / 64 - unitsSeen.count)
        }
        for unit in (offset / 8)..<unitEnd where unitsSeen[unit / 64] & (1 << UInt64(unit % 64)) == 0 {
            unitsSeen[unit / 64] |= 1 << UInt64(unit % 64)
            unitCount += 1
            let start = unit * 8
            for index in start..<min(start + 8, end) { bytes[index] = fragment.byte(at: index - offset) }
        }
    }
}
