import Bytes

/// The two streams of a connection that is secured by TLS, from the hellos on (RFC 8446, RFC 5246).
///
/// The hellos show which side is the client. Until both were seen records wait, because a capture may have
/// the packets of the two sides in the wrong order.
struct TLSSession {
    /// The hello of the client, the latest where there are several.
    private(set) var clientHello: Hello?
    /// What the hellos agreed on.
    private(set) var parameters: SessionParameters?
    /// The protocol that was chosen, raw.
    private(set) var chosenProtocol: [UInt8]?
    /// The first alert that ended the session, by its number.
    private(set) var fatalAlert: UInt8?
    /// Whether application data was decrypted.
    private(set) var hasData = false
    /// Whether the session was given up because it took too much memory.
    private(set) var isOverLimit = false
    /// Whether the key log had keys for it when the hellos had agreed.
    private(set) var hadKeys = false
    /// What was decrypted and not yet taken.
    var pieces: [StreamPiece] = []

    private(set) var client: Side?
    private var streams = [TLSStream(), TLSStream()]
    private var waiting = WaitingRecords()
    private var early = EarlyData()

    /// Whether both hellos were seen.
    var isAgreed: Bool { clientHello != nil && parameters != nil }
    /// How many protected records there were.
    var sealedCount: Int { streams[0].sealedCount + streams[1].sealedCount + waiting.count }
    /// How many records were decrypted.
    var openedCount: Int { streams[0].openedCount + streams[1].openedCount }
    /// The sides whose last records could not be decrypted for lack of keys.
    var unkeyedSides: [Side] {
        [.initiator, .responder].filter { streams[Int($0.rawValue)].lacksKeys }
    }
    /// How many records failed although there were keys.
    var failedCount: Int { streams[0].failedCount + streams[1].failedCount }
    /// How many bytes of unfinished and waiting records are held.
    var heldBytes: Int {
        streams[0].reader.heldBytes + streams[1].reader.heldBytes + waiting.byteCount + early.byteCount
    }

    /// Whether a key log has keys for it.
    func hasKeys(in log: borrowing KeyLog) -> Bool {
        clientHello.flatMap { ClientRandom($0.random) }.flatMap { log[$0] } != nil
    }

    /// Reads the next bytes of a side.
    mutating func receive(
        _ bytes: RawSpan,
        from side: Side,
        _ origin: ByteOrigin,
        _ log: KeyLog,
        _ budget: inout DecryptionBudget
    ) {
        let index = Int(side.rawValue)
        streams[index].begin(at: origin.offset)
        var position = 0
        while position < bytes.byteCount {
            let keeps = streams[index].wantsFragment(log)
            let step = streams[index].reader.step(
                bytes,
                from: &position,
                base: origin.offset,
                keepsFragment: keeps
            )
            switch step {
            case .moreNeeded: return
            case .passedOver: streams[index].passOver()
            case .record:
                take(from: side, origin, log, &budget)
                streams[index].reader.clear()
            }
        }
    }

    /// Skips bytes of a side that the capture lacks.
    mutating func miss(_ length: Int, from side: Side, at offset: Int, _ cause: GapCause) {
        let index = Int(side.rawValue)
        streams[index].begin(at: offset)
        streams[index].miss(length, cause)
    }

    /// Ends a side's stream: drops what waits, and reports what is missing up to the end.
    mutating func end(_ side: Side, at offset: Int, frame: Int?) {
        if side == client { pieces += early.accept() }
        let stream = streams[Int(side.rawValue)]
        guard stream.openedCount > 0, stream.epoch == .application, let cause = stream.gapCause,
            let overhead = stream.protection?.overhead
        else { return }
        let lost = offset - (stream.understoodEnd ?? offset) - overhead
        guard lost > 0 else { return }
        pieces.append(
            StreamPiece(
                side: side,
                gap: (lost, cause),
                origin: ByteOrigin(offset: 0, frame: frame, record: stream.reader.number)
            )
        )
    }

    /// Drops all that is held, and ignores what follows.
    mutating func giveUp() {
        isOverLimit = true
        waiting.drop()
        early = EarlyData()
        for index in streams.indices {
            streams[index].isGivenUp = true
            streams[index].reader = RecordReader()
        }
    }

    /// Reads the record that a side's reader holds.
    private mutating func take(
        from side: Side,
        _ origin: ByteOrigin,
        _ log: KeyLog,
        _ budget: inout DecryptionBudget
    ) {
        let index = Int(side.rawValue)
        guard let header = streams[index].reader.header else { return }
        if !isAgreed {
            switch header.type {
            case .alert where header.fragmentLength == 2: note(alert: streams[index].reader.fragment)
            case .handshake where streams[index].mayBeHello:
                learn(streams[index].handshake.push(streams[index].reader.fragment), from: side)
                streams[index].understand()
                if isAgreed { resume(log, &budget) }
            default:
                waiting.add(streams[index].reader, from: side, origin, budget.limits)
            }
            return
        }
        let isProtected =
            parameters?.version == .tls13
            ? header.type == .applicationData
            : streams[index].epoch != .clear || header.type == .applicationData
        guard isProtected else {
            streams[index].understand()
            takeClear(header, streams[index].reader.fragment, side)
            return
        }
        // The record that began the protection may be among those that are missing.
        if streams[index].epoch == .clear { streams[index].enter(.application) }
        openRecord(from: side, origin, log, &budget)
    }

    /// Reads a record that is not protected.
    private mutating func takeClear(_ header: RecordHeader, _ fragment: ArraySlice<UInt8>, _ side: Side) {
        switch header.type {
        case .alert where fragment.count == 2: note(alert: fragment)
        case .changeCipherSpec where parameters?.version != .tls13:
            streams[Int(side.rawValue)].enter(.application)
        case .handshake where parameters?.version != .tls13:
            learn(streams[Int(side.rawValue)].handshake.push(fragment), from: side)
        default: break
        }
    }

    /// Decrypts a record, and reads its content.
    private mutating func openRecord(
        from side: Side,
        _ origin: ByteOrigin,
        _ log: KeyLog,
        _ budget: inout DecryptionBudget
    ) {
        let index = Int(side.rawValue)
        guard let clientHello, let parameters else { return }
        let keys = SessionKeys(
            random: clientHello.random,
            parameters: parameters,
            isClient: side == client,
            log: log
        )
        guard let opened = streams[index].open(keys, &budget) else { return }
        var piece = StreamPiece(side: side, origin: origin)
        piece.origin.record = streams[index].reader.number
        if opened.missing > 0 {
            piece.gap = (opened.missing, streams[index].gapCause ?? .notDecrypted)
            pieces.append(piece)
            piece.gap = nil
        }
        streams[index].understand()
        switch opened.plaintext.type {
        case .applicationData where !opened.plaintext.bytes.isEmpty:
            piece.bytes = opened.plaintext.bytes
            hasData = true
            guard streams[index].epoch == .early else {
                pieces.append(piece)
                return
            }
            pieces += early.add(piece, limit: budget.limits.waitingBytes)
        case .handshake: learn(streams[index].handshake.push(opened.plaintext.bytes[...]), from: side)
        case .alert: note(alert: opened.plaintext.bytes[...])
        case .changeCipherSpec where parameters.version != .tls13: streams[index].enter(.application)
        default: break
        }
    }

    /// Reads the records that waited for the hellos.
    private mutating func resume(_ log: KeyLog, _ budget: inout DecryptionBudget) {
        hadKeys = hasKeys(in: log)
        for var record in waiting.takeAll() {
            let index = Int(record.side.rawValue)
            swap(&streams[index].reader, &record.reader)
            take(from: record.side, record.origin, log, &budget)
            swap(&streams[index].reader, &record.reader)
        }
    }

    /// Applies the messages of a handshake.
    private mutating func learn(_ messages: [HandshakeReader.Message], from side: Side) {
        let index = Int(side.rawValue)
        for message in messages {
            switch message.type {
            case .clientHello:
                guard let hello = Hello(client: message.body) else { continue }
                client = side
                clientHello = hello
                agree()
            case .serverHello:
                guard let hello = Hello(server: message.body) else { continue }
                client = side.other
                guard !hello.isRetryRequest else {
                    early.reject()
                    continue
                }
                parameters = SessionParameters(hello)
                chosenProtocol = hello.protocols.first ?? chosenProtocol
                agree()
            case .encryptedExtensions:
                guard let hello = Hello(encryptedExtensions: message.body) else { continue }
                chosenProtocol = hello.protocols.first
                if hello.hasEarlyData { pieces += early.accept() } else { early.reject() }
            case .endOfEarlyData:
                pieces += early.accept()
                streams[index].enter(.handshake)
            case .finished where streams[index].epoch == .handshake: streams[index].enter(.application)
            case .keyUpdate where streams[index].epoch == .application: streams[index].update()
            case .finished, .keyUpdate: break
            }
        }
    }

    /// In TLS 1.3 all that follows the hellos is protected.
    private mutating func agree() {
        guard let clientHello, let client, parameters?.version == .tls13 else { return }
        let index = Int(client.rawValue)
        guard streams[index].epoch == .clear else { return }
        streams[index].enter(clientHello.hasEarlyData ? .early : .handshake)
        streams[1 - index].enter(.handshake)
    }

    private mutating func note(alert: ArraySlice<UInt8>) {
        // In TLS 1.3 the level means nothing; alerts 0 and 90 close a session without an error (RFC 8446
        // §6.1).
        guard alert.count == 2, let level = alert.first, let description = alert.last else { return }
        let isFatal = parameters?.version == .tls13 ? description != 0 && description != 90 : level == 2
        if isFatal, fatalAlert == nil { fatalAlert = description }
    }
}

extension TLSStream {
    /// Whether the record in the reader may contain a hello, or continue one.
    fileprivate var mayBeHello: Bool {
        guard handshake.isBetweenMessages else { return true }
        let first = reader.fragment.first
        return first == HandshakeReader.Kind.clientHello.rawValue
            || first == HandshakeReader.Kind.serverHello.rawValue
    }
}
