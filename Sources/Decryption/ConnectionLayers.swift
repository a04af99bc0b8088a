package import Bytes

/// What a connection carries: plain streams, TLS, a tunnel through a proxy, what is passed on, or one inside the other.
/// ```
///   CONNECT …  ─► proxy ─► the proxy's own requests            (layer 0)
///                   └────► tls (layer 1) ─► plain ─► requests  (layer 2)
/// ```
/// Each layer passes what it carries to the next one, whose offsets count from the first byte that it receives. The first
/// bytes of a connection decide whether it is plain; if it is, its bytes are read without a copy and pass through no layer.
package struct ConnectionLayers: Sendable {
    private enum Kind {
        case undecided, plain, proxy, prefixed, tls
    }

    private struct Layer {
        var kind = Kind.undecided
        var opening = StreamOpening()
        var tunnel: ConnectTunnelDetector?
        var session: TLSSession?
        /// What stands before the streams that are passed on.
        var prefix: ConnectionPrefix?
        /// The offsets after the last bytes of this layer's streams.
        var ends = [0, 0]
    }

    private var summary: ConnectionSummary
    /// Whether the connection may be one that is passed on, with something before its streams.
    private let readsPrefix: Bool
    private var layers: [Layer] = []
    /// Whether the connection is plain, so that its bytes need not be passed to ``receive(_:from:_:_:)``.
    package private(set) var isPlain = false

    /// Makes the layers of a connection of which no byte was seen; `readsPrefix` tells whether it may be one that is passed on.
    package init(_ summary: ConnectionSummary, readsPrefix: Bool = true) {
        self.summary = summary
        self.readsPrefix = readsPrefix
    }

    /// An estimate of the bytes that they take in memory, besides records that are held.
    package var memoryBytes: Int {
        mutating get {
            ArrayGrowth.bytes(layers.count, stride: MemoryLayout<Layer>.stride)
                + layers.reduce(0) { $0 + $1.opening.heldBytes }
        }
    }

    /// Whether the bytes so far do not show what the connection carries.
    ///
    /// Mutating, though it changes nothing, so that the layers are not copied at each delivery.
    package var isUnknown: Bool {
        mutating get { !isPlain && layers.isEmpty }
    }

    /// Examines the first bytes of a connection, and decides whether it is plain.
    package mutating func begin(_ bytes: RawSpan, from side: Side) {
        let opening = bytes.extracting(0..<min(bytes.byteCount, 8)).withUnsafeBytes { [UInt8]($0) }
        let isPrefix = readsPrefix && ConnectionPrefix.mayBegin(opening)
        if !isPrefix, case .plain = StreamOpening.verdict(opening, side) { return isPlain = true }
        layers = [Layer()]
    }

    /// Treats the connection as plain: it ends before a byte was seen.
    package mutating func beginPlain() { isPlain = true }

    /// Reads the next bytes of a side of a connection that is not plain.
    package mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ context: inout DecryptionContext
    ) {
        let before = heldBytes
        receive(bytes, from: side, origin, layer: 0, &context)
        let after = heldBytes
        context.budget.heldBytes += after - before
        guard after > 0, context.budget.heldBytes > context.budget.limits.heldBytes else { return }
        for index in layers.indices { layers[index].session?.giveUp() }
        context.budget.heldBytes -= after
    }

    /// The next `length` bytes of a side are missing.
    package mutating func miss(
        _ length: Int,
        from side: Side,
        _ cause: GapCause,
        _ origin: ByteOrigin,
        _ context: inout DecryptionContext
    ) {
        if layers.isEmpty { layers = [Layer()] }
        let before = heldBytes
        miss(length, from: side, cause, origin, layer: 0, &context)
        context.budget.heldBytes += heldBytes - before
    }

    /// Ends a side's streams, the inner ones first.
    package mutating func end(
        _ end: StreamEnd,
        from side: Side,
        _ origin: ByteOrigin,
        _ context: inout DecryptionContext
    ) {
        let before = heldBytes
        for index in layers.indices {
            let wireEnd = layers[index].ends[Int(side.rawValue)]
            layers[index].session?.end(side, at: wireEnd, frame: origin.frame)
            drain(index, &context)
        }
        for index in layers.indices.reversed() {
            if layers[index].kind == .undecided, !layers[index].opening.pieces.isEmpty {
                decide(.plain, index, &context)
            }
            guard layers[index].kind == .plain || layers[index].kind == .proxy else { continue }
            var place = origin
            place.offset = layers[index].ends[Int(side.rawValue)]
            context.emit(.ended(end, from: side, place), of: index)
        }
        context.budget.heldBytes += heldBytes - before
    }

    /// Nothing more of the connection follows.
    package mutating func close(_ context: inout DecryptionContext) {
        for index in layers.indices.reversed() {
            switch layers[index].kind {
            case .plain, .proxy: context.emit(.closed, of: index)
            case .tls:
                context.budget.heldBytes -= layers[index].session?.heldBytes ?? 0
                if let session = layers[index].session {
                    context.met.add(session, connection: summary.number, context.log)
                }
            case .undecided where !layers[index].opening.pieces.isEmpty:
                // It was given up before its end.
                decide(.plain, index, &context)
                context.emit(.closed, of: index)
            case .prefixed, .undecided: break
            }
        }
        layers = []
    }

    /// How many bytes of unfinished and waiting records are held.
    private var heldBytes: Int { layers.reduce(0) { $0 + ($1.session?.heldBytes ?? 0) } }
}

extension ConnectionLayers {
    /// The offset after the last byte that was passed to the next layer.
    private func innerEnd(_ layer: Int, _ side: Side) -> Int {
        layer + 1 < layers.count ? layers[layer + 1].ends[Int(side.rawValue)] : 0
    }

    private mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        layer: Int,
        _ context: inout DecryptionContext
    ) {
        layers[layer].ends[Int(side.rawValue)] = origin.offset &+ bytes.byteCount
        switch layers[layer].kind {
        case .plain: emit(bytes, from: side, origin, layer, &context)
        case .undecided:
            let piece = StreamPiece(
                side: side,
                bytes: bytes.withUnsafeBytes { [UInt8]($0) },
                origin: origin
            )
            open(piece, layer, &context)
        case .proxy, .prefixed:
            var count = layers[layer].prefix?.take(upTo: bytes.byteCount, from: side) ?? 0
            if let own = layers[layer].tunnel?.countBeforeTunnel(bytes, from: side), own > 0 {
                emit(bytes.extracting(0..<own), from: side, origin, layer, &context)
                count = own
            }
            guard count < bytes.byteCount else { return }
            var inner = origin
            inner.offset = innerEnd(layer, side)
            receive(bytes.extracting(count..<bytes.byteCount), from: side, inner, layer: layer + 1, &context)
        case .tls:
            let known = context.notesSessions ? layers[layer].session?.clientHello?.random : nil
            layers[layer].session?.receive(bytes, from: side, origin, context.log, &context.budget)
            if context.notesSessions, let random = layers[layer].session?.clientHello?.random, random != known
            {
                context.met(session: random)
            }
            drain(layer, &context)
        }
    }

    private mutating func open(_ piece: StreamPiece, _ layer: Int, _ context: inout DecryptionContext) {
        guard let verdict = layers[layer].opening.add(piece, readsPrefix: readsPrefix) else { return }
        decide(verdict, layer, &context)
    }

    private func emit(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ layer: Int,
        _ context: inout DecryptionContext
    ) {
        context.emit(.received(bytes.withUnsafeBytes { [UInt8]($0) }, from: side, origin), of: layer)
    }

    private mutating func miss(
        _ length: Int,
        from side: Side,
        _ cause: GapCause,
        _ origin: ByteOrigin,
        layer: Int,
        _ context: inout DecryptionContext
    ) {
        let end = origin.offset.addingReportingOverflow(length)
        layers[layer].ends[Int(side.rawValue)] = end.overflow ? .max : end.partialValue
        switch layers[layer].kind {
        case .plain: context.emit(.missed(length, from: side, cause, origin), of: layer)
        case .undecided:
            let piece = StreamPiece(side: side, gap: (length, cause), origin: origin)
            open(piece, layer, &context)
        case .proxy where !(layers[layer].tunnel?.isOpen ?? false):
            // It is no longer known where a head ends.
            layers[layer].kind = .plain
            context.emit(.missed(length, from: side, cause, origin), of: layer)
        case .proxy, .prefixed:
            let count = layers[layer].prefix?.take(upTo: length, from: side) ?? 0
            guard count < length else { return }
            var inner = origin
            inner.offset = innerEnd(layer, side)
            miss(length - count, from: side, cause, inner, layer: layer + 1, &context)
        case .tls: layers[layer].session?.miss(length, from: side, at: origin.offset, cause)
        }
    }

    private mutating func decide(
        _ verdict: StreamOpening.Verdict,
        _ layer: Int,
        _ context: inout DecryptionContext
    ) {
        let pieces = layers[layer].opening.pieces
        layers[layer].opening = StreamOpening()
        layers[layer].kind = .plain
        if layer + 1 < context.budget.limits.layers {
            switch verdict {
            case .plain: break
            case .tls:
                layers[layer].kind = .tls
                layers[layer].session = TLSSession()
            case .proxy(let client):
                layers[layer].kind = .proxy
                layers[layer].tunnel = ConnectTunnelDetector(client: client)
            case .prefixed(let prefix):
                layers[layer].kind = .prefixed
                layers[layer].prefix = prefix
                summary.apply(prefix)
            }
        }
        if layers[layer].kind != .plain { layers.append(Layer()) }
        if layers[layer].kind != .tls, layers[layer].kind != .prefixed {
            var opened = summary
            opened.tls =
                layers[..<layer].reversed().lazy.compactMap { $0.session?.parameters?.version }.first
                ?? summary.tls
            // Streams inside TLS or a tunnel are seen from their first byte on.
            opened.sawHandshake = layer > 0 || summary.sawHandshake
            context.emit(.opened(opened), of: layer)
        }
        for piece in pieces { pass(piece, piece.origin, to: layer, &context) }
    }

    /// Passes on what a session decrypted.
    private mutating func drain(_ layer: Int, _ context: inout DecryptionContext) {
        guard let pieces = layers[layer].session?.pieces, !pieces.isEmpty else { return }
        layers[layer].session?.pieces = []
        for piece in pieces {
            var origin = piece.origin
            origin.offset = innerEnd(layer, piece.side)
            pass(piece, origin, to: layer + 1, &context)
        }
    }

    private mutating func pass(
        _ piece: StreamPiece,
        _ origin: ByteOrigin,
        to layer: Int,
        _ context: inout DecryptionContext
    ) {
        if let gap = piece.gap {
            miss(gap.length, from: piece.side, gap.cause, origin, layer: layer, &context)
        } else if layers[layer].kind == .plain {
            // What was decrypted is an array already: it is not copied.
            layers[layer].ends[Int(piece.side.rawValue)] = origin.offset &+ piece.bytes.count
            context.emit(.received(piece.bytes, from: piece.side, origin), of: layer)
        } else {
            receive(piece.bytes.span.bytes, from: piece.side, origin, layer: layer, &context)
        }
    }
}
