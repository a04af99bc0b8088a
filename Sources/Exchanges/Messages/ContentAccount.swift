package import Bytes

/// Lengths, faults and end of a message's content, and the bytes that followed it; the content itself is not
/// kept.
package struct ContentAccount: Sendable {
    /// Bytes of content without the transfer coding, missing ones included.
    package var bodyLength = 0
    /// Bytes that the content took on the wire, chunk framing included.
    package var wireLength = 0
    /// Bytes of `bodyLength` that the capture lacks.
    package var missingBytes = 0
    /// How the content ended.
    package var completion = MessageCompletion.complete
    /// How many bytes there were in all that ``excess`` begins with.
    package var excessLength = 0
    /// What the contents of few messages have; empty, or one.
    private var rarities: [Rarities] = []
    /// What the recorder did to the content before keeping it; only logs of proxies change anything.
    package var representation = KeptRepresentation.sent

    /// Makes the account of an empty content.
    package init() {}

    /// Faults and oddities of the framing, in order; at most 64 are kept.
    package var faults: [FramingFault] {
        get { rarities.first?.faults ?? [] }
        _modify { yield &rarities.only.faults }
    }
    /// The trailer section of a chunked message, empty where there is none.
    package var trailers: FieldSection {
        get { rarities.first?.trailers ?? FieldSection() }
        _modify { yield &rarities.only.trailers }
    }
    /// The first bytes that the sender sent after the framed content and that are not a message, as many as
    /// ``ExchangeLimits`` and the memory allow.
    package var excess: [UInt8] {
        get { rarities.first?.excess ?? [] }
        _modify { yield &rarities.only.excess }
    }

    /// The bytes that these take in memory.
    var rareBytes: Int {
        guard !rarities.isEmpty else { return 0 }
        return rarities[0].trailers.bytes.count + rarities[0].excess.count
    }

    /// The steps in which memory for excess is taken, in bytes.
    private static let memoryStep = 64 << 10

    /// Adds bytes that follow the content; `memory` is `nil` where there is none for many.
    mutating func addExcess(_ bytes: RawSpan, _ limits: ExchangeLimits, _ memory: MemoryBudget?) {
        let isWhole = excess.count == excessLength
        excessLength += bytes.byteCount
        guard isWhole else { return }
        let wanted = min(excessLength, max(limits.excessBytes, limits.freeExcessBytes))
        let kept =
            wanted <= limits.freeExcessBytes || hasMemory(for: wanted, memory)
            ? wanted : max(limits.freeExcessBytes, excess.count)
        excess += bytes.copied(0..<(kept - excess.count))
    }

    /// Forgets the bytes that follow the content.
    mutating func removeExcess() {
        excessLength = 0
        guard !rarities.isEmpty else { return }
        (rarities.only.excess, rarities.only.excessMemory) = ([], nil)
    }

    private mutating func hasMemory(for count: Int, _ memory: MemoryBudget?) -> Bool {
        guard let memory else { return false }
        let needed = (count + Self.memoryStep - 1) / Self.memoryStep * Self.memoryStep
        let known = rarities.first?.excessMemory
        if let known, known.takenBytes >= needed { return true }
        let share = known ?? MemoryShare(of: memory, for: .excess)
        rarities.only.excessMemory = share
        return share.resize(to: needed)
    }
}

/// What few messages have in their contents, or after them.
private struct Rarities: Rarity {
    var faults: [FramingFault] = []
    var trailers = FieldSection()
    var excess: [UInt8] = []
    /// The memory that many bytes of excess take.
    var excessMemory: MemoryShare?
}
