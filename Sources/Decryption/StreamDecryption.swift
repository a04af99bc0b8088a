package import Bytes
package import CaptureSources
package import Connections

/// Stands between a reader of connections and who reads their streams, and takes TLS and tunnels off them.
///
/// A connection that carries neither is passed on as it is: that is told by its first bytes, and then costs a look
/// into an array for each delivery. A decrypted stream is announced as a connection with a key of its own, that has
/// the number of the connection which carried it.
package struct StreamDecryption<Next: ConnectionHandler>: ConnectionHandler {
    private var outlet: DecryptedStreamEmitter<Next>
    /// By the numbers of connections, which are given in order.
    private var phases: ContiguousArray<ReadingPhase> = []
    private var silent: [Int: ConnectionSummary] = [:]
    private var layered: [Int: ConnectionLayers] = [:]

    /// Makes a decryption that hands plain streams to `next`.
    ///
    /// - Parameters:
    ///   - next: who takes them.
    ///   - log: the keys.
    ///   - records: where the records of decrypted streams are noted.
    ///   - limits: how much is held and tried.
    package init(
        _ next: consuming Next,
        log: KeyLog,
        records: RecordIndex = RecordIndex(),
        limits: DecryptionLimits = DecryptionLimits()
    ) {
        outlet = DecryptedStreamEmitter(
            next: next,
            log: log,
            budget: DecryptionBudget(limits: limits),
            records: records
        )
    }

    /// Who takes the plain streams.
    package var next: Next {
        get { outlet.next }
        _modify { yield &outlet.next }
    }

    /// What was met so far; sessions count once their connection is over.
    package var counts: DecryptionCounts {
        var counts = outlet.counts
        counts.knownSessions = outlet.log.sessionCount
        return counts
    }

    /// The keys, those of the capture itself included.
    package var log: KeyLog { outlet.log }

    /// Makes room for a connection; it is announced when its first bytes have told what it carries.
    package mutating func opened(_ connection: ConnectionSummary) {
        while phases.count <= connection.number { phases.append(.unknown) }
        phases[connection.number] = .unknown
        silent[connection.number] = connection
    }

    /// Passes on plain bytes, or what is inside others.
    package mutating func received(
        _ bytes: RawSpan,
        on connection: Int,
        from side: Side,
        at offset: Int,
        frame: Int,
        time: Timestamp?
    ) {
        if phases[connection] == .unknown { begin(connection, bytes, side) }
        switch phases[connection] {
        case .plain:
            outlet.next.received(bytes, on: connection, from: side, at: offset, frame: frame, time: time)
        case .layered:
            let place = StreamPlace(side: side, offset: offset, frame: frame, time: time)
            guard let before = layered[connection]?.heldBytes else { return }
            layered[connection]?.receive(bytes, place, &outlet)
            let after = layered[connection]?.heldBytes ?? 0
            outlet.budget.heldBytes += after - before
            guard after > 0, outlet.budget.heldBytes > outlet.budget.limits.heldBytes else { return }
            layered[connection]?.giveUp()
            outlet.budget.heldBytes -= after
        case .unknown, .closed: break
        }
    }

    /// Passes on that bytes are missing.
    package mutating func missed(
        _ length: Int,
        on connection: Int,
        from side: Side,
        at offset: Int,
        cause: GapCause,
        frame: Int
    ) {
        if phases[connection] == .unknown, let summary = silent.removeValue(forKey: connection) {
            phases[connection] = .layered
            layered[connection] = ConnectionLayers(summary)
        }
        guard phases[connection] != .plain else {
            outlet.next.missed(
                length,
                on: connection,
                from: side,
                at: offset,
                cause: cause,
                frame: frame
            )
            return
        }
        let place = StreamPlace(side: side, offset: offset, frame: frame)
        let before = layered[connection]?.heldBytes ?? 0
        layered[connection]?.miss(length, cause, place, &outlet)
        outlet.budget.heldBytes += (layered[connection]?.heldBytes ?? 0) - before
    }

    /// Passes on that a stream has ended.
    package mutating func ended(
        _ end: StreamEnd,
        on connection: Int,
        from side: Side,
        frame: Int,
        time: Timestamp?
    ) {
        if phases[connection] == .unknown { becomePlain(connection) }
        guard phases[connection] != .plain else {
            outlet.next.ended(end, on: connection, from: side, frame: frame, time: time)
            return
        }
        let place = StreamPlace(side: side, offset: 0, frame: frame, time: time)
        let before = layered[connection]?.heldBytes ?? 0
        layered[connection]?.end(end, place, &outlet)
        outlet.budget.heldBytes += (layered[connection]?.heldBytes ?? 0) - before
    }

    /// Passes on that nothing more of a connection follows.
    package mutating func closed(_ connection: Int) {
        if phases[connection] == .plain { outlet.next.closed(connection) }
        phases[connection] = .closed
        silent[connection] = nil
        layered[connection]?.close(&outlet)
        layered[connection] = nil
    }

    /// Passes on that a limit of the reassembly was passed.
    package mutating func limitPassed(_ limit: ReassemblyLimit, on connection: Int?) {
        outlet.next.limitPassed(limit, on: connection)
    }

    /// Passes on that something is wrong with the capture.
    package mutating func problem(_ problem: CaptureProblem) {
        outlet.next.problem(problem)
    }

    /// Takes the keys that the capture holds.
    package mutating func secrets(_ secrets: DecryptionSecrets) {
        guard secrets.kind == .tlsKeyLog else { return }
        outlet.log.push(secrets.bytes.span.bytes)
        outlet.log.finish()
    }

    /// Looks at the first bytes of a connection.
    private mutating func begin(_ connection: Int, _ bytes: RawSpan, _ side: Side) {
        let opening = bytes.extracting(0..<min(bytes.byteCount, 8)).withUnsafeBytes { [UInt8]($0) }
        if case .plain = StreamOpening.verdict(opening, side) {
            becomePlain(connection)
        } else if let summary = silent.removeValue(forKey: connection) {
            phases[connection] = .layered
            layered[connection] = ConnectionLayers(summary)
        }
    }

    private mutating func becomePlain(_ connection: Int) {
        guard let summary = silent.removeValue(forKey: connection) else { return }
        phases[connection] = .plain
        outlet.next.opened(summary)
    }
}

/// How a connection is read; outside of the generic type, which would look its own copy up at each delivery.
private enum ReadingPhase: UInt8 {
    case unknown, plain, layered, closed
}
