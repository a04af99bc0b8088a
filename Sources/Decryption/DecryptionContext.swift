/// What the decryption of connections shares: the keys, the limits, what was counted, and the events not yet taken.
///
/// One value serves all connections of one thread; it is handed in with each delivery.
package struct DecryptionContext: Sendable {
    /// The keys.
    package var log: KeyLog
    /// What was met; sessions count once their connection is over.
    package var counts: DecryptionCounts {
        var counts = met
        counts.knownSessions = log.sessionCount
        return counts
    }
    /// What was met, the number of sessions in the key log aside.
    var met = DecryptionCounts()
    /// What is left of the limits.
    var budget: DecryptionBudget
    /// What the layers of a connection handed on.
    private(set) var events: [LayerEvent] = []

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - log: the keys.
    ///   - limits: how much is held and tried.
    package init(log: KeyLog = KeyLog(), limits: DecryptionLimits = DecryptionLimits()) {
        self.log = log
        budget = DecryptionBudget(limits: limits)
    }

    /// Takes the events out, in order.
    package mutating func takeEvents() -> [LayerEvent] {
        let taken = events
        events = []
        return taken
    }

    /// Adds the keys that a capture holds.
    package mutating func add(keys: [UInt8]) {
        log.push(keys.span.bytes)
        log.finish()
    }

    /// Hands on an event of a layer.
    mutating func emit(_ event: PlainStreamEvent, of layer: Int) {
        events.append(LayerEvent(layer: layer, event: event))
    }
}
