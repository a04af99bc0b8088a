import Bytes
import CaptureSources
import Connections
import Decryption
package import Exchanges

extension InspectedCapture {
    /// The kind of the problem that packets are cut off.
    private static let snapLength = "snap-length"

    /// Whether it holds only the first bytes of some packets.
    package var hasCutPackets: Bool { problems.contains { $0.kind == Self.snapLength } }

    /// Takes in what was met on the way from packets to exchanges; `found` is what the capture's reader complained of.
    mutating func describe(
        _ results: CaptureResults,
        _ decryption: DecryptionContext,
        _ reader: borrowing ConnectionReader<CaptureConnections>,
        _ memory: MemoryBudget,
        found: [CaptureProblem]
    ) {
        connections = reader.counts.connections
        exchanges = results.exchangeCount
        describe(results.opaque)
        describe(results.diagnostics)
        describe(decryption.counts, decryption.log)
        describe(found)
        for problem in reader.handler.problems where !found.contains(problem) { describe([problem]) }
        describe(reader.counts)
        for passed in reader.passedLimits { describe(passed.limit, on: passed.connection) }
        describe(memory)
    }

    /// Takes in what the capture's reader complained of.
    mutating func describe(_ found: [CaptureProblem]) {
        for problem in found {
            if problem.kind.endsReading { isPartlyUnread = true }
            problems.append(
                Problem(kind: problem.kind.rawValue, message: problem.message, offset: problem.offset)
            )
        }
    }

    /// Takes in how many further problems were met that are not told one by one.
    mutating func describeUntold(_ count: Int) {
        guard count > 0 else { return }
        problems.append(Problem(kind: "more-problems", message: "\(count) more problems of these kinds"))
    }

    /// Takes in which connections are not read.
    package mutating func describe(_ reasons: [OpaqueReason: Int]) {
        for (reason, count) in reasons { opaque[reason.name] = count }
    }

    /// Takes in what was noticed on connections.
    mutating func describe(_ diagnostics: ConnectionDiagnostics) {
        for entry in diagnostics.entries {
            problems.append(Problem(kind: entry.kind, message: entry.message))
        }
    }

    /// Takes in what was met between packets and streams that a user would wonder about.
    mutating func describe(_ counts: ConnectionCounts) {
        packetKinds = counts.kinds.map { kind, count in
            PacketKindCount(group: kind.group, name: kind.name, packets: count)
        }
        if counts.quicConnections > 0 { opaque["quic"] = counts.quicConnections }
        if counts.differingBytes > 0 {
            problems.append(
                Problem(
                    kind: "differing-retransmission",
                    message: "\(counts.differingBytes) bytes were sent again with other values; "
                        + "the first ones were read"
                )
            )
        }
        if counts.cutPackets > 0 {
            problems.append(
                Problem(
                    kind: Self.snapLength,
                    message:
                        "\(counts.cutPackets) of \(counts.packets) packets are cut off by the capture's snap "
                        + "length: record whole packets (tcpdump -s 0)"
                )
            )
        }
        if counts.damagedPackets > 0 {
            problems.append(
                Problem(
                    kind: "damaged-packets",
                    message:
                        "\(counts.damagedPackets) packets have headers that are cut off or contradict themselves"
                )
            )
        }
    }

    /// Takes in a limit of the reassembly that was passed.
    mutating func describe(_ limit: ReassemblyLimit, on connection: Int?) {
        if limit == .nestedTunnels {
            let message = "packets in too many nested tunnels were skipped"
            problems.append(Problem(kind: "nested-tunnels", message: message))
            return
        }
        let place = connection.map { ", first on connection \($0)" } ?? ""
        problems.append(
            Problem(
                kind: "reassembly-limit",
                message: "the limit on \(limit.name) was passed\(place): what came later is taken for missing"
            )
        )
    }

    /// Takes in what was left out because the memory of the capture was used up.
    mutating func describe(_ memory: MemoryBudget) {
        let refusals = memory.refusals
        let costs = MemoryBudget.Use.allCases.compactMap { use in refusals[use].map { use.cost(of: $0) } }
        guard !costs.isEmpty else { return }
        problems.append(
            Problem(
                kind: "memory-limit",
                message: "a limit on one capture was reached (\(memory.limit >> 20) MiB of memory, "
                    + "\(MemoryBudget.bodyExpansionLimit >> 20) MiB of bodies and "
                    + "\(MemoryBudget.expansionLimit >> 20) MiB of heads that expand): "
                    + costs.joined(separator: "; ")
            )
        )
    }

    /// Says that exchanges could not all be put in order.
    mutating func describeLostOrder() {
        problems.append(
            Problem(
                kind: "exchange-order",
                message: "too many exchanges were complete before an earlier one: they are not all in order"
            )
        )
    }
}

extension MemoryBudget.Use {
    /// What it cost that memory was refused so often.
    fileprivate func cost(of count: Int) -> String {
        switch self {
        case .connection:
            "\(count) \(count == 1 ? "connection was" : "connections were") given up while unused, and read anew from "
                + "their next bytes on"
        case .openConnection:
            "\(count) \(count == 1 ? "connection that was" : "connections that were") unused for longest "
                + "\(count == 1 ? "was" : "were") taken for ended"
        case .heldSegments:
            "TCP segments that came before earlier ones did not wait for these, which are taken for missing"
        case .decoder: "\(count) coded \(count == 1 ? "body was" : "bodies were") not decoded to the end"
        case .expansion:
            "\(count) coded \(count == 1 ? "body" : "bodies") that \(count == 1 ? "expands" : "expand") a hundred times "
                + "\(count == 1 ? "was" : "were") not decoded to the end"
        case .head:
            "of \(count) compressed \(count == 1 ? "head" : "heads") the long field lines were left out"
        case .parts: "of \(count) \(count == 1 ? "form" : "forms") the last parts were counted and not kept"
        case .excess:
            "of \(count) \(count == 1 ? "message" : "messages") what follows the content was not kept to the end"
        case .order: "exchanges that are complete were not kept waiting for earlier ones"
        case .waitingRequests:
            "\(count) \(count == 1 ? "response is" : "responses are") shown without \(count == 1 ? "its request" : "their requests"), "
                + "because too many requests waited on one connection"
        case .objects: "the objects of the session were not read to the end"
        }
    }
}

extension OpaqueReason {
    fileprivate var name: String {
        switch self {
        case .notHTTP: "unknown"
        case .tls: "tls"
        case .brokenHTTP2: "broken-http2"
        case .tunnel: "tunnel"
        case .upgraded: "upgraded"
        case .webSocket: "websocket"
        }
    }
}

extension ReassemblyLimit {
    fileprivate var name: String {
        switch self {
        case .heldPerStream: "bytes or segments that wait for missing ones in one stream"
        case .heldInAll: "bytes that wait for missing ones in all streams"
        case .openConnections: "open connections"
        case .nestedTunnels: "nested tunnels"
        case .fragments: "IP fragments that wait for missing ones"
        }
    }
}
