/// What the decryption of all connections shares: the keys, the limits, the counts, and the events not yet
/// taken.
///
/// One value serves all connections of one thread; it is passed in with each delivery.
package struct DecryptionContext: Sendable {
    /// The keys.
    package var log: KeyLog
    /// The counts so far; a session is counted once its connection is over.
    package var counts: DecryptionCounts {
        var counts = met
        counts.knownSessions = log.sessionCount
        return counts
    }
    /// The counts so far, without the number of sessions in the key log.
    var met = DecryptionCounts()
    /// How much of the limits is left.
    var budget: DecryptionBudget
    /// Whether sessions are noted for ``takeMetSessions()``.
    package var notesSessions = false
    /// The sessions of which a ClientHello was read since they were taken last, by its random.
    private var metSessions: [ClientRandom] = []
    /// The events of all layers that were not taken yet.
    private(set) var events: [LayerEvent] = []

    /// The work of opening records in search of their numbers, in bytes; it grows no faster than the records do.
    package var triedBytes: Int { budget.triedBytes }
    /// The bytes of unfinished and waiting records.
    package var heldBytes: Int { budget.heldBytes }

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - log: the keys.
    ///   - limits: how much is held and tried.
    package init(log: KeyLog = KeyLog(), limits: DecryptionLimits = DecryptionLimits()) {
        self.log = log
        budget = DecryptionBudget(limits: limits)
    }

    /// Removes and returns the events, in order.
    package mutating func takeEvents() -> [LayerEvent] {
        let taken = events
        events = []
        return taken
    }

    /// Notes a session of which a ClientHello was read.
    mutating func met(session random: [UInt8]) {
        if let random = ClientRandom(random) { metSessions.append(random) }
    }

    /// Removes and returns the sessions of which a ClientHello was read.
    package mutating func takeMetSessions() -> [ClientRandom] {
        let taken = metSessions
        metSessions = []
        return taken
    }

    /// Takes out what was counted since the last call, for another context of the same capture; `nil` where that is nothing.
    package mutating func takeCounts() -> DecryptionCounts? {
        guard met.sessions > 0 else { return nil }
        defer { met = DecryptionCounts() }
        return met
    }

    /// Adds what was counted in another context of the same capture.
    package mutating func add(_ counts: DecryptionCounts) { met.add(counts) }

    /// Adds the keys that a capture holds.
    package mutating func add(keys: [UInt8]) {
        log.push(keys.span.bytes)
        log.finish()
    }

    /// Adds whole lines of a key log that grows.
    package mutating func add(lines: [UInt8]) { log.push(lines.span.bytes) }

    /// Adds an event of a layer.
    mutating func emit(_ event: PlainStreamEvent, of layer: Int) {
        events.append(LayerEvent(layer: layer, event: event))
    }
}
