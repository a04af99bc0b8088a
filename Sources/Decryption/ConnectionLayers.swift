import Bytes
import Connections

/// A connection that carries more than plain streams: TLS, a tunnel through a proxy, or one inside the other.
/// ```
///   CONNECT …  ─► proxy ─► the proxy's own requests            (as they are)
///                   └────► tls ─► plain ─► requests            (a connection with a key of its own)
/// ```
/// Each layer hands what it carries to the next one, whose offsets count from the first byte that it was handed.
struct ConnectionLayers {
    private enum Kind {
        case undecided, plain, proxy, tls
    }

    private struct Layer {
        var kind = Kind.undecided
        var opening = StreamOpening()
        var watch: ConnectTunnelDetector?
        var session: TLSSession?
        /// The offsets after the last bytes of this layer's streams.
        var ends = [0, 0]
    }

    private let summary: ConnectionSummary
    private var layers = [Layer()]

    /// Makes the layers of a connection of which no byte was seen.
    init(_ summary: ConnectionSummary) {
        self.summary = summary
    }

    /// Takes the next bytes of a side of the connection, or of a stream inside it.
    mutating func receive(
        _ bytes: RawSpan,
        _ place: StreamPlace,
        level: Int = 0,
        _ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>
    ) {
        let side = place.side
        layers[level].ends[Int(side.rawValue)] = place.offset &+ bytes.byteCount
        switch layers[level].kind {
        case .plain: outlet.pass(bytes, place, on: key(level))
        case .undecided:
            let piece = StreamOpening.Piece(
                side: side,
                bytes: bytes.withUnsafeBytes { [UInt8]($0) },
                offset: place.offset,
                frame: place.frame,
                time: place.time,
                record: place.record
            )
            if let verdict = layers[level].opening.add(piece) { decide(verdict, level, &outlet) }
        case .proxy:
            let count = layers[level].watch?.countBeforeTunnel(bytes, from: side) ?? bytes.byteCount
            if count > 0 { outlet.pass(bytes.extracting(0..<count), place, on: key(level)) }
            guard count < bytes.byteCount else { return }
            var inner = place
            inner.offset = innerEnd(level, side)
            receive(bytes.extracting(count..<bytes.byteCount), inner, level: level + 1, &outlet)
        case .tls:
            layers[level].session?.receive(bytes, at: place, outlet.log, &outlet.budget)
            drain(level, &outlet)
        }
    }

    /// Is told of bytes of a side that are missing.
    mutating func miss(
        _ length: Int,
        _ cause: GapCause,
        _ place: StreamPlace,
        level: Int = 0,
        _ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>
    ) {
        let side = place.side
        let end = place.offset.addingReportingOverflow(length)
        layers[level].ends[Int(side.rawValue)] = end.overflow ? .max : end.partialValue
        switch layers[level].kind {
        case .plain: outlet.miss(length, cause, place, on: key(level))
        case .undecided:
            let piece = StreamOpening.Piece(
                side: side,
                gap: (length, cause),
                offset: place.offset,
                frame: place.frame,
                record: place.record
            )
            if let verdict = layers[level].opening.add(piece) { decide(verdict, level, &outlet) }
        case .proxy where layers[level].watch?.isOpen ?? false:
            var inner = place
            inner.offset = innerEnd(level, side)
            miss(length, cause, inner, level: level + 1, &outlet)
        case .proxy:
            // Where a head ends is not known any more.
            layers[level].kind = .plain
            outlet.miss(length, cause, place, on: key(level))
        case .tls: layers[level].session?.miss(length, from: side, at: place.offset, cause)
        }
    }

    /// Ends a side's streams, those inside first.
    mutating func end(
        _ end: StreamEnd,
        _ place: StreamPlace,
        _ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>
    ) {
        for level in layers.indices {
            let wireEnd = layers[level].ends[Int(place.side.rawValue)]
            layers[level].session?.end(place.side, at: wireEnd, frame: place.frame)
            drain(level, &outlet)
        }
        for level in layers.indices.reversed() {
            if layers[level].kind == .undecided, !layers[level].opening.pieces.isEmpty {
                decide(.plain, level, &outlet)
            }
            guard layers[level].kind == .plain || layers[level].kind == .proxy else { continue }
            outlet.next.ended(end, on: key(level), from: place.side, frame: place.frame, time: place.time)
        }
    }

    /// Says that nothing more of the connection follows.
    mutating func close(_ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>) {
        for level in layers.indices.reversed() {
            switch layers[level].kind {
            case .plain, .proxy:
                outlet.next.closed(key(level))
                outlet.records.close(key(level))
            case .tls:
                outlet.budget.heldBytes -= layers[level].session?.heldBytes ?? 0
                if let session = layers[level].session {
                    outlet.counts.add(session, connection: summary.number)
                }
            case .undecided: break
            }
        }
    }

    /// What is held of records.
    var heldBytes: Int { layers.reduce(0) { $0 + ($1.session?.heldBytes ?? 0) } }

    /// Lets go of what is held.
    mutating func giveUp() {
        for level in layers.indices { layers[level].session?.giveUp() }
    }
}

extension ConnectionLayers {
    /// The number by which events name the streams of a layer: connections are far fewer than 2^40.
    private func key(_ level: Int) -> Int { summary.number | level << 40 }

    /// The offset after the last byte that the next layer was handed.
    private func innerEnd(_ level: Int, _ side: Side) -> Int {
        level + 1 < layers.count ? layers[level + 1].ends[Int(side.rawValue)] : 0
    }

    private mutating func decide(
        _ verdict: StreamOpening.Verdict,
        _ level: Int,
        _ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>
    ) {
        let pieces = layers[level].opening.pieces
        layers[level].opening = StreamOpening()
        layers[level].kind = .plain
        if level + 1 < outlet.budget.limits.layers {
            switch verdict {
            case .plain: break
            case .tls:
                layers[level].kind = .tls
                layers[level].session = TLSSession()
            case .proxy(let client):
                layers[level].kind = .proxy
                layers[level].watch = ConnectTunnelDetector(client: client)
            }
        }
        if level > 0, layers[level - 1].kind == .proxy { outlet.counts.followedTunnels += 1 }
        if layers[level].kind != .plain { layers.append(Layer()) }
        if layers[level].kind != .tls {
            var opened = summary
            opened.key = key(level)
            opened.tls = layers[..<level].reversed().lazy.compactMap { $0.session?.parameters?.version }.first
            // What came out of TLS or a tunnel was seen from its first byte on.
            opened.sawHandshake = level > 0 || summary.sawHandshake
            outlet.next.opened(opened)
        }
        for piece in pieces {
            let place = StreamPlace(
                side: piece.side,
                offset: piece.offset,
                frame: piece.frame,
                time: piece.time,
                record: piece.record
            )
            if let gap = piece.gap {
                miss(gap.length, gap.cause, place, level: level, &outlet)
            } else {
                receive(piece.bytes.span.bytes, place, level: level, &outlet)
            }
        }
    }

    /// Hands on what a session decrypted.
    private mutating func drain(
        _ level: Int,
        _ outlet: inout DecryptedStreamEmitter<some ConnectionHandler>
    ) {
        guard let pieces = layers[level].session?.pieces, !pieces.isEmpty else { return }
        layers[level].session?.pieces = []
        for piece in pieces {
            let place = StreamPlace(
                side: piece.side,
                offset: innerEnd(level, piece.side),
                frame: piece.frame,
                time: piece.time,
                record: piece.record
            )
            if let gap = piece.gap {
                miss(gap.length, gap.cause, place, level: level + 1, &outlet)
            } else {
                receive(piece.bytes.span.bytes, place, level: level + 1, &outlet)
            }
        }
    }
}
