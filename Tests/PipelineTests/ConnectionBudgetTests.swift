import Bytes
import CaptureSources
import Connections
import Exchanges
import Inspection
import InspectionRules
import Testing

@testable import Pipeline

/// What connections take of the memory of their capture.
final class ConnectionBudgetTests {
    /// Gathers what comes out.
    private final class Sink: InspectionSink {
        var exchangeCount = 0
        var errorCount = 0
        var warningCount = 0

        func inspected(_ exchange: consuming InspectedExchange) {
            let exchange = exchange
            exchangeCount += 1
            errorCount += exchange.findings.filter { $0.finding.severity == .error }.count
            warningCount += exchange.findings.filter { $0.finding.severity == .warning }.count
        }

        func counted(_ uploads: CountedUploads) {}
        func content(exchange: Int, part: Int, _ bytes: RawSpan) {}

        func requestEnded(_ exchange: InspectedExchange) {}
    }

    private let sink = Sink()
    private let memory: MemoryBudget
    private let results: CaptureResults
    private let run: CaptureRun

    init() throws {
        memory = MemoryBudget(limit: 2 << 20)
        results = CaptureResults(sink: sink, options: InspectionOptions(.standard), memory: memory)
        run = CaptureRun(
            try InspectionWorkspace(options: InspectionOptions(.standard), memory: memory),
            results: results
        )
    }

    // A run and its connections hold one another until they are closed, or forgotten.
    deinit { run.forgetConnections() }

    /// Opens a connection, and has its client send bytes.
    private func open(_ number: Int, _ bytes: [UInt8]) -> any StreamConsumer {
        let summary = ConnectionSummary(
            number: number,
            initiator: Endpoint(addressLow: UInt64(number), port: 1),
            responder: nil,
            sawHandshake: true
        )
        var handler = CaptureConnections(run)
        let connection = handler.opened(summary)
        connection.received(bytes.span.bytes, from: .initiator, ByteOrigin(offset: 0, frame: number))
        return connection
    }

    private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: Int, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags]
            + [0, 0, UInt8(stream >> 8), UInt8(stream & 0xFF)] + payload
    }

    /// HTTP/2 with so many requests of which the forms are still to come.
    private static func streams(_ count: Int) -> [UInt8] {
        let field = Array("content-type".utf8)
        let value = Array("multipart/form-data; boundary=B".utf8)
        // POST, http, / (RFC 7541 Appendix A), and a literal field line.
        let block = [0x83, 0x86, 0x84, 0, UInt8(field.count)] + field + [UInt8(value.count)] + value
        var bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0, [])
        for number in 0..<count { bytes += frame(1, 4, 2 * number + 1, block) }
        return bytes
    }

    private static func upload(_ length: Int) -> [UInt8] {
        let head =
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
            + "Content-Length: 1000000\r\n\r\n--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
        return Array(head.utf8) + [UInt8](repeating: 0x78, count: length)
    }

    @Test func `an open stream of HTTP/2 takes what its exchange and its form take`() {
        let connection = open(1, Self.streams(0))
        let without = memory.takenBytes
        let other = open(2, Self.streams(100))
        #expect(memory.takenBytes - 2 * without > 100 * 2_500)
        other.closed()
        connection.closed()
        #expect(memory.takenBytes == 0)
        #expect(sink.exchangeCount == 100)
    }

    @Test func `a connection without bytes takes nothing, and one with some not much`() {
        var handler = CaptureConnections(run)
        let summary = ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
        let idle = handler.opened(summary)
        idle.ended(.captureEnded, from: .initiator, ByteOrigin(offset: 0))
        idle.closed()
        #expect(memory.takenBytes == 0)
        let connection = open(2, Array("POST / HTTP/1.1\r\n".utf8))
        #expect((1_000...8_000).contains(memory.takenBytes))
        let taken = memory.takenBytes
        let http2 = open(3, Self.streams(0))
        #expect(memory.takenBytes - taken < 4_000)
        withExtendedLifetime([connection, http2]) {}
    }

    @Test(arguments: [true, false])
    func `what is open takes no more than there is; the connections unused for longest are given up`(
        isHTTP2: Bool
    ) {
        let bytes = isHTTP2 ? Self.streams(50) : Self.upload(60_000)
        let opened = (1...80).map { open($0, bytes) }
        #expect(memory.takenBytes <= memory.limit)
        let given = memory.refusals[.connection] ?? 0
        #expect((20...75).contains(given))
        // Their requests are over, and no client is accused of it.
        #expect(sink.exchangeCount == given * (isHTTP2 ? 50 : 1))
        for connection in opened { connection.closed() }
        run.finish()
        #expect(sink.exchangeCount == 80 * (isHTTP2 ? 50 : 1))
        #expect(sink.errorCount == 0)
        #expect(memory.takenBytes == 0)
    }

    /// A greeting of SOCKS that never ends, byte by byte.
    @Test func `what may stand before the streams is held within the budget, and not for long`() {
        let piece: [UInt8] = [9]
        let opened = (1...30).map { number in
            let connection = open(number, [5, 255])
            for offset in 2..<1_000 {
                let origin = ByteOrigin(offset: offset, frame: 100 * number)
                connection.received(piece.span.bytes, from: .initiator, origin)
            }
            return connection
        }
        #expect((10...25).contains(memory.refusals[.connection] ?? 0))
        #expect(memory.takenBytes <= memory.limit)
        opened[29].received(
            [UInt8](repeating: 9, count: 2_000).span.bytes,
            from: .initiator,
            ByteOrigin(offset: 1_000, frame: 5_000)
        )
        for connection in opened.dropLast() { connection.closed() }
        #expect(memory.takenBytes < 10_000)
        opened[29].closed()
        #expect(memory.takenBytes == 0)
    }

    /// Those opened first are used again and again, in another order than they were opened in.
    @Test func `a connection that is used is not given up before one that is not`() {
        let bytes = Self.upload(60_000)
        let opened = (1...8).map { open($0, bytes) }
        var frame = 100
        func use(_ index: Int) {
            frame += 1
            let origin = ByteOrigin(offset: bytes.count + frame, frame: frame)
            opened[index].received([0x78].span.bytes, from: .initiator, origin)
        }
        for index in [7, 2, 5, 0, 3, 1] { use(index) }
        let connections = opened.compactMap { $0 as? ReassembledConnection }
        var given: [Int] = []
        var number = 200
        while given.count < 8, number < 400 {
            number += 1
            _ = open(number, bytes)
            given += (1...8).filter { !given.contains($0) && !connections[$0 - 1].isInspected }
        }
        // Those of the last two numbers that were not used again come first.
        #expect(given == [5, 7, 8, 3, 6, 1, 4, 2])
    }

    /// Conforming uploads of which the second packet comes last, on so many connections that not all others can wait.
    @Test func `no client is accused of bytes that were not waited for`() {
        var limits = ReassemblyLimits()
        limits.heldBytesInAll = 20_000
        var reader = ConnectionReader(CaptureConnections(run), limits: limits, memory: memory)
        let form =
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(String(repeating: "x", count: 5_000))"
            + "\r\n--B\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\nx\r\n--B--\r\n"
        let bytes = Array(
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                + "Content-Length: \(form.utf8.count)\r\n\r\n" + form).utf8
        )
        let pieces = stride(from: 0, to: bytes.count, by: 1_000).map { $0..<min($0 + 1_000, bytes.count) }
        var frame = 0
        func send(_ port: UInt16, _ sequence: Int, _ flags: TCPPacket.Flags, _ bytes: ArraySlice<UInt8>) {
            frame += 1
            let segment = TCPPacket(
                from: Endpoint(addressLow: 1, port: port),
                to: Endpoint(addressLow: 2, port: 80),
                sequence: UInt32(sequence),
                acknowledgment: 1,
                flags: flags
            )
            var packet: [UInt8] = []
            segment.append(carrying: bytes.span.bytes, to: &packet)
            let header = PacketHeader(
                frame: frame,
                time: nil,
                capturedLength: packet.count,
                originalLength: packet.count,
                linkType: .raw
            )
            reader.packet(header, packet.span.bytes)
        }
        let ports = 1...UInt16(20)
        for port in ports {
            send(port, 0, .syn, [])
            for piece in pieces[..<1] + pieces[2...] {
                send(port, piece.lowerBound + 1, .ack, bytes[piece])
            }
        }
        for port in ports {
            send(port, pieces[1].lowerBound + 1, .ack, bytes[pieces[1]])
            send(port, bytes.count + 1, [.fin, .ack], [])
        }
        reader.finish()
        run.finish()
        #expect(reader.passedLimits.map(\.limit) == [.heldInAll])
        #expect(reader.counts.missedBytes > 10_000)
        #expect(sink.exchangeCount == 20)
        #expect(sink.errorCount == 0)
        #expect(sink.warningCount == 0)
    }

    @Test func `exchanges that wait for an earlier one are handed on where there is no memory for them`() {
        let first = open(1, Self.upload(100))
        let form = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--B--\r\n"
        let head =
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
            + "Content-Length: \(form.utf8.count)\r\n\r\n"
        for number in 2...2_000 { open(number, Array((head + form).utf8)).closed() }
        #expect(memory.refusals[.order] ?? 0 > 0)
        #expect(memory.takenBytes <= memory.limit)
        #expect(sink.exchangeCount > 1_000)
        first.closed()
        run.finish()
        #expect(sink.exchangeCount == 2_000)
        #expect(sink.errorCount == 0)
        #expect(results.lostOrder)
    }
}
