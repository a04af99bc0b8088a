package import Bytes
import Connections
import Exchanges
package import Pipeline

/// A connection of which the bytes pass a socket: each delivery is recorded as a packet, and inspected as one.
package final class LiveConnection {
    /// Its number among the connections, from 1, in the order in which they were opened.
    package let number: Int
    /// The client's address.
    package let client: Endpoint
    /// Called once the disk has caught up with what is recorded.
    package var hasRoom: (() -> Void)?
    /// The bytes that the client sent.
    package var receivedBytes: Int { state.offsets.initiator }
    /// The bytes that the server sent.
    package var sentBytes: Int { state.offsets.responder }

    /// Whether its bytes come out of TLS.
    let isSecure: Bool

    /// It keeps this connection too, until that is closed.
    private let traffic: LiveTraffic
    private var state: State
    private let memory: MemoryShare

    /// The number of bytes after which what a connection takes in memory is counted again.
    private static let memoryStep = 64 << 10

    /// Begins with the handshake.
    init(
        number: Int,
        client: Endpoint,
        server: Endpoint,
        _ removedTLS: RemovedTLS?,
        in traffic: LiveTraffic
    ) {
        self.number = number
        self.client = client
        self.traffic = traffic
        isSecure = removedTLS != nil
        var summary = ConnectionSummary(
            number: number,
            initiator: client,
            responder: server,
            sawHandshake: true
        )
        var written = server
        if let removedTLS {
            summary.restore(removedTLS)
            written.port = RemovedTLS.writtenPort
        }
        var conversation = TCPConversation(
            client,
            written,
            number: number,
            at: .now,
            segmentLimit: TCPPacket.greatestPayload
        )
        memory = MemoryShare(of: traffic.workspace.memory, for: .connection)
        _ = traffic.recorder?.record(&conversation) { $0.open(comment: removedTLS?.comment, into: &$1) }
        state = State(
            inspection: ConnectionInspection(summary, readsPrefix: false),
            conversation: conversation
        )
    }

    /// Takes bytes that a side sent; gives what is known after them.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - side: who sent them.
    ///   - comment: what is to be known of them besides: the comment on their first packet.
    /// - Returns: the results.
    package func received(
        _ bytes: RawSpan,
        from side: Side,
        comment: String? = nil
    ) -> [InspectionResult] {
        inspect(bytes, from: side, comment)
        return traffic.workspace.takeResults()
    }

    /// Takes bytes that a side sent; hands on what is known after them.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - side: who sent them.
    ///   - comment: what is to be known of them besides: the comment on their first packet.
    ///   - handle: gets the results in order. They are moved: copies of what is large would cost more than is done with it.
    package func received(
        _ bytes: RawSpan,
        from side: Side,
        comment: String? = nil,
        _ handle: (consuming InspectionResult) -> Void
    ) {
        inspect(bytes, from: side, comment)
        while let result = traffic.workspace.takeResult() { handle(consume result) }
    }

    /// One access for all that changes: each one would be checked.
    private func inspect(_ bytes: RawSpan, from side: Side, _ comment: String?) {
        state.take(bytes, from: side, comment, in: traffic, memory)
    }

    /// Counts bytes that a side sent and that are not inspected: the system sent them from a file.
    package func passed(_ count: Int, from side: Side) -> [InspectionResult] {
        guard !state.isClosed else { return [] }
        let origin = state.origin(of: side, at: nil, .now)
        state.inspection.missed(count, from: side, cause: .notCaptured, origin, &traffic.workspace)
        state.advance(side, count)
        return traffic.workspace.takeResults()
    }

    /// A side sends no more: it has finished its stream, or reset the connection.
    package func ended(_ end: StreamEnd, from side: Side) -> [InspectionResult] {
        // A side that has finished may still reset the connection, which ends the other one.
        let ended = (end == .reset ? [side, side.other] : [side]).filter {
            $0 == .initiator ? !state.hasEnded.initiator : !state.hasEnded.responder
        }
        guard !state.isClosed, !ended.isEmpty else { return [] }
        let time = Timestamp.now
        let frame = traffic.recorder?.record(&state.conversation) { conversation, blocks in
            conversation.wait(until: time)
            if end == .reset {
                conversation.reset(side, into: &blocks)
            } else {
                conversation.finish(side, into: &blocks)
            }
        }
        for side in ended {
            if side == .initiator { state.hasEnded.initiator = true } else { state.hasEnded.responder = true }
            state.inspection.ended(
                end,
                from: side,
                state.origin(of: side, at: frame.flatMap(\.self), time),
                &traffic.workspace
            )
        }
        return traffic.workspace.takeResults()
    }

    /// Both ends are done: what is open is completed as it is.
    package func closed() -> [InspectionResult] {
        guard !state.isClosed else { return [] }
        state.isClosed = true
        state.inspection.closed(&traffic.workspace)
        traffic.closed(number)
        return traffic.workspace.takeResults()
    }

    /// The requests and the final responses whose content has not ended.
    var unfinishedMessages: [UnfinishedMessage] { state.isClosed ? [] : state.inspection.unfinishedMessages }

    /// Whether it speaks HTTP/2, from its beginning or since an upgrade.
    package var isHTTP2: Bool { !state.isClosed && Self.isHTTP2(&state.inspection) }

    /// The same of an inspection, where it is: what is asked of it in a property would be asked of a copy.
    private static func isHTTP2(_ inspection: inout ConnectionInspection) -> Bool { inspection.isHTTP2 }

    /// Whether the client has sent lines over HTTP/1 that begin no request, and are not the excess of one.
    package var hasStrayLines: Bool { !state.isClosed && state.inspection.hasStrayLines }

    /// Whether the client has sent some of the head of a request over HTTP/1, and not its end.
    package var hasUnfinishedHead: Bool { !state.isClosed && state.inspection.hasUnfinishedHead }

    /// Whether the server has sent nothing over HTTP/1 since the last final response, or interim responses alone.
    package var awaitsFinalResponse: Bool { !state.isClosed && state.inspection.awaitsFinalResponse }

    /// The number of the exchange of a stream of HTTP/2 that is not completed; `nil` where there is none.
    package func exchange(ofStream stream: Int) -> Int? { state.inspection.exchange(ofStream: stream) }

    /// Hands what was recorded to the disk.
    package func flush() { traffic.recorder?.flush() }

    /// Whether the disk is behind what is recorded, so that sockets should not be read.
    package var isBehind: Bool { traffic.isBehind }

    /// What changes as bytes come.
    private struct State {
        var inspection: ConnectionInspection
        var conversation: TCPConversation
        var offsets = (initiator: 0, responder: 0)
        var hasEnded = (initiator: false, responder: false)
        var isClosed = false
        /// How many bytes may come before what it takes in memory is counted anew.
        var uncountedBytes = 0

        mutating func take(
            _ bytes: RawSpan,
            from side: Side,
            _ comment: String?,
            in traffic: LiveTraffic,
            _ memory: MemoryShare
        ) {
            // What comes after a reset belongs to nothing.
            guard !isClosed, side == .initiator ? !hasEnded.initiator : !hasEnded.responder else { return }
            let time = Timestamp.now
            // In segments of the same size, where one is not enough: short pieces are dear to search.
            let segments =
                (bytes.byteCount + TCPPacket.greatestPayload - 1) / TCPPacket.greatestPayload
            var start = 0
            for segment in 0..<segments {
                let end = bytes.byteCount * (segment + 1) / segments
                let piece = bytes.extracting(start..<end)
                let comment = segment == 0 ? comment : nil
                let frame = traffic.recorder?.record(&conversation) {
                    $0.wait(until: time)
                    $0.send(piece, from: side, comment: comment, into: &$1)
                }
                let origin = origin(of: side, at: frame.flatMap(\.self), time)
                inspection.received(piece, from: side, origin, &traffic.workspace)
                advance(side, piece.byteCount)
                start = end
            }
            countMemory(bytes.byteCount, memory)
        }

        func origin(of side: Side, at frame: Int?, _ time: Timestamp) -> ByteOrigin {
            ByteOrigin(
                offset: side == .initiator ? offsets.initiator : offsets.responder,
                frame: frame,
                time: time
            )
        }

        mutating func advance(_ side: Side, _ count: Int) {
            if side == .initiator { offsets.initiator += count } else { offsets.responder += count }
        }

        private mutating func countMemory(_ count: Int, _ memory: MemoryShare) {
            uncountedBytes -= count
            guard uncountedBytes <= 0 else { return }
            uncountedBytes = LiveConnection.memoryStep
            // What one connection keeps has limits of its own: it goes on where the budget is spent.
            _ = memory.resize(to: inspection.memoryBytes)
        }
    }
}
