package import Bytes
package import CaptureSources

/// Reassembles connections from packets: link layer, IP, fragments, TCP, two ordered streams each.
///
/// All state of a connection is in one value. Time, memory and what is reported of a connection do not depend
/// on the other connections, except for the limits that they share.
package struct ConnectionReassembly {
    /// The connections.
    var table = ConnectionTable()
    /// What the connections share.
    var budget: ReassemblyBudget
    /// Those that a RST ends unless they go on.
    var resets = ResetQueue()
    /// Those of which bytes wait for missing ones.
    var waiting = WaitingQueue()
    /// What the comment on the packet that is read says of TLS; `nil` where it has none.
    var removedTLS: RemovedTLS?
    private var fragments = FragmentReassembly()
    private var quic = QUICConnections()
    private var unknownLinkTypes: Set<LinkType> = []
    /// The last frame that was read.
    private(set) var lastFrame = 0
    private var lastTime: Timestamp?

    /// Makes a reassembly without connections.
    ///
    /// - Parameters:
    ///   - limits: how much is held, and how long.
    ///   - memory: the memory of the capture, from which that of open connections is taken.
    package init(limits: ReassemblyLimits = ReassemblyLimits(), memory: MemoryBudget = MemoryBudget()) {
        budget = ReassemblyBudget(limits: limits, memory: memory)
    }

    /// The counts so far.
    package var counts: ConnectionCounts { budget.counts }
    /// The limits that were reached, each once, and the connection on which it was reached first.
    package var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] { budget.passedLimits }

    /// Reads the next packet of a capture, and reports what follows from it.
    package mutating func packet(
        _ header: PacketHeader,
        _ bytes: RawSpan,
        into handler: inout some ConnectionHandler
    ) {
        budget.counts.packets += 1
        lastFrame = header.frame
        lastTime = header.time
        // Asked first, as the limits are copied for the question.
        while !resets.isEmpty, let due = resets.popDue(at: budget.counts.packets, budget.limits) {
            settle(due)
        }
        if header.originalLength > bytes.byteCount { budget.counts.cutPackets += 1 }
        if let plain = PlainSegment(bytes, header) {
            budget.counts.segments += 1
            let payload = bytes.extracting(plain.payload)
            if let flow = table.flow(of: plain) {
                return receive(plain.segment, payload, on: flow.index, isFromLower: flow.isFromLower)
            }
            let (key, isFromLower) = plain.key
            take(plain.segment, key, isFromLower: isFromLower, in: 0, payload, &handler)
            return table.noteFlow(of: plain)
        }
        let payload = LinkLayer.payload(of: bytes, linkType: header.linkType)
        network(payload, header, bytes, length: header.originalLength, Surroundings(), &handler)
    }

    /// Says that on a live capture all packets up to a time have come.
    package mutating func passed(_ time: Timestamp) {
        settle(upTo: Timestamp(nanoseconds: time.nanoseconds &- budget.limits.nanosecondsBeforeSettling))
        forget(upTo: Timestamp(nanoseconds: time.nanoseconds &- budget.limits.nanosecondsBeforeForgetting))
    }

    /// Ends the capture: delivers what waits, and ends all streams, in the order of connections.
    package mutating func finish() {
        for index in table.openIndices {
            table[index].finish(.captureEnded, frame: lastFrame, time: lastTime, &budget)
        }
        for (port, count) in table.packetsByPort { budget.counts.kinds[.tcp(port: port)] = count }
        table = ConnectionTable()
        fragments = FragmentReassembly()
    }
}

extension ConnectionReassembly {
    /// Takes what a link or a tunnel carries.
    ///
    /// - Parameters:
    ///   - payload: where it stands in the bytes.
    ///   - header: the packet of the capture that it came in.
    ///   - bytes: the frame or the tunnel's payload, as far as it was captured.
    ///   - length: the length of the same on the wire.
    ///   - surroundings: the tunnels around it.
    ///   - handler: takes new connections.
    private mutating func network(
        _ payload: NetworkPayload,
        _ header: PacketHeader,
        _ bytes: RawSpan,
        length: Int,
        _ surroundings: Surroundings,
        _ handler: inout some ConnectionHandler
    ) {
        let packet: IPPacket?
        switch payload {
        case .ipv4(let start): packet = IPPacket.ipv4(bytes, at: start, originalLength: length)
        case .ipv6(let start): packet = IPPacket.ipv6(bytes, at: start, originalLength: length)
        case .aggregate(let start):
            aggregate(at: start, header, bytes, surroundings, &handler)
            return
        case .other(let kind):
            budget.pass(kind)
            return
        case .unknownLink:
            reportUnknown(header.linkType, &handler)
            return
        }
        guard let packet else {
            budget.passDamaged()
            return
        }
        if let fragment = packet.fragment {
            reassemble(packet, fragment, header, bytes, surroundings, &handler)
        } else {
            let payload = bytes.extracting(packet.payloadStart..<packet.payloadEnd)
            transport(packet, header, payload, surroundings, &handler)
        }
    }

    /// Takes the packets of one frame of a wireless network.
    private mutating func aggregate(
        at start: Int,
        _ header: PacketHeader,
        _ bytes: RawSpan,
        _ surroundings: Surroundings,
        _ handler: inout some ConnectionHandler
    ) {
        var position = start
        while let packet = LinkLayer.aggregated(bytes, at: position) {
            let frame = bytes.extracting(packet.captured)
            let payload = LinkLayer.logicalLinkPayload(frame, at: 0)
            network(payload, header, frame, length: packet.length, surroundings, &handler)
            position = packet.next
        }
        if position == start { budget.pass(.damaged) }
    }

    private mutating func transport(
        _ packet: IPPacket,
        _ header: PacketHeader,
        _ bytes: RawSpan,
        _ surroundings: Surroundings,
        _ handler: inout some ConnectionHandler
    ) {
        guard packet.transport == IPPacket.tcp else {
            guard let inner = TunnelLayer.payload(of: packet.transport, bytes) else {
                countOther(packet, bytes)
                return
            }
            guard surroundings.depth < budget.limits.nestedTunnels else {
                budget.note(.nestedTunnels, on: nil)
                budget.pass(.tooDeep)
                return
            }
            let around = surroundings.inside(TunnelLayer.network(of: packet.transport, bytes))
            network(inner, header, bytes, length: packet.payloadLength, around, &handler)
            return
        }
        guard let (segment, start) = TCPSegment.parse(bytes, length: packet.payloadLength, of: header) else {
            budget.passDamaged()
            return
        }
        budget.counts.segments += 1
        let (key, isFromLower) = ConnectionKey.of(segment, in: packet)
        let rest = bytes.extracting(start...)
        take(segment, key, isFromLower: isFromLower, in: surroundings.network, rest, &handler)
    }

    private mutating func reassemble(
        _ packet: IPPacket,
        _ fragment: IPPacket.Fragment,
        _ header: PacketHeader,
        _ bytes: RawSpan,
        _ surroundings: Surroundings,
        _ handler: inout some ConnectionHandler
    ) {
        budget.counts.kinds[.fragment, default: 0] += 1
        let result = fragments.add(packet, fragment, in: bytes, limits: budget.limits)
        if result.passedLimit { budget.note(.fragments, on: nil) }
        guard let (payload, transport) = result.whole else { return }
        var datagram = packet
        datagram.transport = transport
        datagram.payloadStart = 0
        datagram.payloadEnd = payload.count
        datagram.payloadLength = payload.count
        datagram.fragment = nil
        let whole = payload.span.bytes
        if datagram.isIPv6, !datagram.passExtensionHeaders(whole) || datagram.fragment != nil {
            budget.counts.damagedPackets += 1
            return
        }
        let bytes = whole.extracting(datagram.payloadStart...)
        self.transport(datagram, header, bytes, surroundings, &handler)
    }

    private mutating func countOther(_ packet: IPPacket, _ bytes: RawSpan) {
        guard packet.transport == IPPacket.udp else {
            budget.pass(.ipProtocol(packet.transport))
            return
        }
        quic.take(packet, bytes)
        budget.counts.quicConnections = quic.count
        let hasPorts = bytes.byteCount >= 4
        budget.pass(hasPorts ? .udp(bytes.uint16(at: 0), bytes.uint16(at: 2)) : .ipProtocol(packet.transport))
    }

    private mutating func reportUnknown(_ linkType: LinkType, _ handler: inout some ConnectionHandler) {
        budget.pass(.link(linkType))
        guard unknownLinkTypes.insert(linkType).inserted else { return }
        handler.problem(
            CaptureProblem(
                .unknownLinkType,
                "\(linkType) is not read: its packets, from packet \(lastFrame) on, are skipped",
                at: nil
            )
        )
    }
}
