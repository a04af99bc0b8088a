import Synchronization

/// The memory that all readers of one capture may take for what is longer in memory than in the capture: decoders of
/// content codings, decoded heads, parts of forms, graphs of objects.
///
/// What a reader keeps otherwise is bounded by the limits of its own, or no longer than what it was read from. A reader
/// to which memory is refused goes on without what it wanted it for; the capture's report names the limit and what it
/// cost. Safe to use from several threads, and asked only where much memory is wanted: not for ordinary requests.
package final class MemoryBudget: Sendable {
    /// What memory is taken for.
    package enum Use: Int, CaseIterable, Sendable {
        /// What is kept of a connection that carries bytes.
        case connection
        /// A place for a connection that is open, whether or not it carries bytes.
        case openConnection
        /// TCP segments that wait for missing ones before them.
        case heldSegments
        /// The windows and tables of a content coding's decoder.
        case decoder
        /// Content that is more than a hundred times longer than it was sent: counted over all bodies, never given
        /// back.
        case expansion
        /// The field lines of a compressed head (HPACK).
        case head
        /// The headers and samples of a form's parts.
        case parts
        /// What follows the content of messages whose length is too small.
        case excess
        /// Exchanges that are complete and wait for an earlier one.
        case order
        /// The objects of a Charles session.
        case objects
        /// Requests of HTTP/1 that wait for their responses behind many others of their connection: no more than a part
        /// of the limit.
        case waitingRequests
    }

    /// The greatest number of bytes that are taken at once: with it the program stays below 100 MB.
    package static let defaultLimit = 48 << 20
    /// Requests that wait take no more than the limit divided by this: where one direction was captured, all of them wait,
    /// for nothing.
    package static let waitingDivisor = 3
    /// The number of bytes to which compressed heads may expand over the whole capture, whatever its length.
    package static let expansionLimit = 32 << 20
    /// The number of bytes by which each byte of the capture lets compressed heads expand beyond that.
    package static let expansionPerByte = 64

    /// The number of bytes to which bodies may expand beyond a hundred times what was sent, over the whole capture:
    /// reading them takes a second or two.
    package static let bodyExpansionLimit = 256 << 20

    /// The number of bytes that may be taken.
    package var limit: Int { bound.load(ordering: .relaxed) }
    /// The number of bytes that are taken now.
    package var takenBytes: Int { taken.load(ordering: .relaxed) }
    /// How often memory was refused, by its use.
    package var refusals: [Use: Int] { refused.withLock { $0 } }

    private let bound: Atomic<Int>
    private let taken = Atomic(0)
    private let waiting = Atomic(0)
    private let expanded = Atomic(0)
    private let expandedBodies = Atomic(0)
    private let hasRefusedBody = Atomic(false)
    private let refused = Mutex<[Use: Int]>([:])

    /// Makes the budget of a capture.
    package init(limit: Int = MemoryBudget.defaultLimit) { bound = Atomic(limit) }

    /// Takes memory, unless more would be taken than the limit allows.
    package func take(_ count: Int, for use: Use) -> Bool {
        let now = taken.add(count, ordering: .relaxed).newValue
        guard case .waitingRequests = use else {
            guard now > limit else { return true }
            giveBack(count, for: use)
            noteRefusal(for: use)
            return false
        }
        let nowWaiting = waiting.add(count, ordering: .relaxed).newValue
        guard now > limit || nowWaiting > limit / Self.waitingDivisor else { return true }
        // It costs nothing where no response comes.
        giveBack(count, for: use)
        return false
    }

    /// Gives memory back.
    package func giveBack(_ count: Int, for use: Use) {
        taken.subtract(count, ordering: .relaxed)
        if case .waitingRequests = use { waiting.subtract(count, ordering: .relaxed) }
    }

    /// Counts that something was left out because memory was refused.
    package func noteRefusal(for use: Use) { refused.withLock { $0[use, default: 0] += 1 } }

    /// Raises the limit by the length of a file whose contents are kept in memory as a whole.
    package func raise(by count: Int) { bound.add(count, ordering: .relaxed) }

    /// Whether a compressed head may expand, and so be written to a report.
    ///
    /// - Parameters:
    ///   - count: its length in bytes.
    ///   - received: bytes of its connection since the last call.
    /// - Returns: false where the limit is reached.
    package func expand(_ count: Int, received: Int) -> Bool {
        let net = count - Self.expansionPerByte * received
        let now = expanded.add(net, ordering: .relaxed).newValue
        guard now > Self.expansionLimit else { return true }
        expanded.subtract(count, ordering: .relaxed)
        refused.withLock { $0[.head, default: 0] += 1 }
        return false
    }

    /// Whether no body has been refused to expand since the bounds on expansion were renewed.
    package var mayExpandBodies: Bool { !hasRefusedBody.load(ordering: .relaxed) }

    /// Begins anew to count what expands, on a capture that has no end: the bounds are those of a stretch of time then.
    package func renewExpansion() {
        expanded.store(0, ordering: .relaxed)
        expandedBodies.store(0, ordering: .relaxed)
        hasRefusedBody.store(false, ordering: .relaxed)
    }

    /// Whether a body may expand by so many more bytes.
    package func expandBody(_ count: Int) -> Bool {
        let now = expandedBodies.add(count, ordering: .relaxed).newValue
        guard now > Self.bodyExpansionLimit else { return true }
        expandedBodies.subtract(count, ordering: .relaxed)
        hasRefusedBody.store(true, ordering: .relaxed)
        refused.withLock { $0[.expansion, default: 0] += 1 }
        return false
    }
}

/// Memory that was taken from a budget for one value, and is given back with it.
package final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let use: MemoryBudget.Use
    private let taken = Atomic(0)

    /// The number of bytes that it has.
    package var takenBytes: Int { taken.load(ordering: .relaxed) }
    /// The number of bytes that may be taken from the budget.
    package var limit: Int { budget.limit }

    /// Makes a share of no bytes.
    package init(of budget: MemoryBudget, for use: MemoryBudget.Use) {
        self.budget = budget
        self.use = use
    }

    deinit { budget.giveBack(taken.load(ordering: .relaxed), for: use) }

    /// Grows or shrinks to a number of bytes; false where the budget refuses, and then it is as it was.
    package func resize(to count: Int) -> Bool {
        let difference = count - taken.load(ordering: .relaxed)
        if difference > 0 {
            guard budget.take(difference, for: use) else { return false }
        } else {
            budget.giveBack(-difference, for: use)
        }
        taken.add(difference, ordering: .relaxed)
        return true
    }
}
