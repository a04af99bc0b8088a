import Bytes
import CaptureSources
import Connections
import Exchanges
import Pipeline

/// Writes exchanges as packets of unencrypted TCP, one connection for each exchange, with the known addresses
/// and times.
package final class PcapNGTarget: ConversionTarget {
    private let output: OutputFile
    /// What could not be held, so far.
    package private(set) var remarks = ConversionRemarks()
    /// The number of exchanges that were written.
    package private(set) var writtenCount = 0

    /// Writes to a file; `source` is the name of the capture.
    package init(_ output: OutputFile, source: String) throws {
        self.output = output
        let application = "partwise \(ProductVersion.current)"
        try output.write(
            PcapNGWriter.opening(
                application: application,
                comment:
                    "Written by \(application) from \(source): requests and responses as they were rebuilt, in "
                    + "packets that were made up for them."
            )
        )
    }

    /// Writes the next exchange, or remarks why it is left out.
    package func write(_ converted: ConvertedExchange) throws {
        let exchange = converted.exchange
        let ends = ends(of: exchange, number: converted.number)
        let start = exchange.request?.arrival.startedAt ?? exchange.response?.arrival.startedAt
        if start == nil {
            remarks.add("the time is not known, and the packets have none", of: converted.number)
        }
        let conversation = TCPConversation(ends.client, ends.server, number: converted.number, at: start)
        var packets = ConversationFile(
            conversation,
            comment: "exchange \(converted.number)",
            to: output
        )
        let wasInterim = converted.kept.interim != nil || !Self.informational(exchange).isEmpty
        if let message = exchange.request, let kept = converted.kept.request {
            let written = WrittenMessage(request: kept, message, of: converted.inspected)
            for remark in written.remarks { remarks.add(remark, of: converted.number) }
            try written.forEachPieceOfHead { try packets.send($0, from: .initiator) }
            if wasInterim { try sendInterim(converted, &packets) }
            packets.wait(until: message.arrival.contentStartedAt)
            try written.forEachPieceOfRest { try packets.send($0, from: .initiator) }
            packets.wait(until: message.arrival.endedAt)
            switch message.content.completion {
            case .closedEarly where exchange.outcome != .rejectedEarly: packets.finish(.initiator)
            case .reset where exchange.response == nil: packets.reset(.initiator)
            default: break
            }
        }
        try writeResponse(of: converted, &packets)
        try packets.flush()
        writtenCount += 1
    }

    /// Ends the output after the last exchange.
    package func finish() throws { try output.finish() }

    private func writeResponse(
        of converted: ConvertedExchange,
        _ packets: inout ConversationFile
    ) throws {
        let exchange = converted.exchange
        guard let message = exchange.response, let kept = converted.kept.response else {
            if exchange.request?.content.completion == .complete, !converted.inspected.breaksOff {
                packets.finish(.initiator)
                packets.finish(.responder)
            }
            return
        }
        let written = WrittenMessage(response: kept, message, of: exchange)
        for remark in written.remarks { remarks.add("of the response, \(remark)", of: converted.number) }
        let cut = "of the response, packets are left out: the capture does not hold all of its content"
        if kept.wire == nil, let remark = HeldContent(kept, message).remark(cut: cut) {
            remarks.add(remark, of: converted.number)
        }
        packets.wait(until: message.arrival.startedAt)
        try written.forEachPieceOfHead { try packets.send($0, from: .responder) }
        packets.wait(until: message.arrival.contentStartedAt)
        try written.forEachPieceOfRest { try packets.send($0, from: .responder) }
        packets.wait(until: message.arrival.endedAt)
        let request = exchange.request?.content.completion ?? .complete
        if request == .reset || message.content.completion == .reset {
            packets.reset(.initiator)
        } else if request != .captureEnded, !converted.inspected.breaksOff,
            message.content.completion != .captureEnded
        {
            // A client that was refused has closed after the answer.
            if request != .closedEarly || exchange.outcome == .rejectedEarly { packets.finish(.initiator) }
            packets.finish(.responder)
        }
    }

    /// Sends the informational responses: as captured, or their status lines alone.
    private func sendInterim(
        _ converted: ConvertedExchange,
        _ packets: inout ConversationFile
    ) throws {
        if let interim = converted.kept.interim {
            try interim.forEachPiece { try packets.send($0, from: .responder) }
            return
        }
        for status in Self.informational(converted.exchange) {
            let reason = status == 100 ? "Continue" : "Informational"
            let line = Array("HTTP/1.1 \(status) \(reason)\r\n\r\n".utf8)
            try packets.send(.bytes(line), from: .responder)
        }
    }

    /// The informational responses that are written: 101 (Switching Protocols) leads to HTTP/2, in place of which HTTP/1.1
    /// is written.
    private static func informational(_ exchange: Exchange) -> [Int] {
        exchange.informational.filter { $0 != 101 }
    }

    // MARK: Ends

    /// The endpoints of the connection, in the same version of IP; an unknown address is replaced by one for
    /// documentation (RFC 5737 §3, RFC 3849 §2).
    private func ends(of exchange: Exchange, number: Int) -> (client: Endpoint, server: Endpoint) {
        let isIPv6 = exchange.server?.isIPv6 ?? exchange.client?.isIPv6 ?? false
        if exchange.client == nil || exchange.server == nil {
            remarks.add("an address for documentation stands for one that is not known", of: number)
        } else if exchange.client?.isIPv6 != isIPv6 {
            remarks.add(
                "an address for documentation stands for the client's, which is not of the server's kind",
                of: number
            )
        }
        let port = UInt16(49_152 + number % 16_384)
        var client =
            exchange.client.flatMap { $0.isIPv6 == isIPv6 ? $0 : nil }
            ?? Self.documentation(isIPv6, host: 1, port: port)
        var server = exchange.server ?? Self.documentation(isIPv6, host: 2, port: 0)
        if client.port == 0 { client.port = port }
        if server.port == 0 { server.port = 80 }
        if exchange.tls != nil || server.port == 443 {
            // Other programs parse this port as TLS.
            if server.port != 80 {
                remarks.add("TLS is removed, and port \(server.port) written as 80", of: number)
            }
            server.port = 80
        }
        return (client, server)
    }

    private static func documentation(_ isIPv6: Bool, host: UInt64, port: UInt16) -> Endpoint {
        isIPv6
            ? Endpoint(addressHigh: 0x2001_0DB8_0000_0000, addressLow: host, isIPv6: true, port: port)
            : Endpoint(addressLow: 0xC000_0200 + host, port: port)
    }
}
