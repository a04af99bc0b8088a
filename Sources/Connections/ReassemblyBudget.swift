import Bytes

/// What all connections of a capture share: limits, memory in use, and counts.
struct ReassemblyBudget {
    /// The limits.
    let limits: ReassemblyLimits
    /// Memory that waiting segments take now, in bytes.
    private(set) var heldBytes = 0
    /// Whether that is more than there is memory for.
    private(set) var lacksRoom = false
    /// The counts so far.
    var counts = ConnectionCounts()
    /// The limits that were reached, each once, and the connection on which it was reached first.
    private(set) var passedLimits: [(limit: ReassemblyLimit, connection: Int?)] = []

    private let memory: MemoryShare
    private let heldMemory: MemoryShare
    /// The number of bytes of waiting segments for which memory is there.
    private var roomForHeld = ReassemblyBudget.uncountedHeldBytes
    /// The number of open connections for which memory is there.
    private var roomForConnections = ReassemblyBudget.uncountedConnections

    /// The number of open connections that take no memory of the capture's, so that however it is used they stay open.
    static let uncountedConnections = 12_288
    /// The steps in which further ones take memory.
    private static let connectionStep = 64

    /// The bytes of waiting segments that take no memory of the capture's, so that however it is used packets can be put
    /// in order.
    static let uncountedHeldBytes = 4 << 20
    /// The steps in which further ones take memory.
    private static let heldStep = 1 << 20

    /// Makes a budget of which nothing is used.
    ///
    /// - Parameters:
    ///   - limits: the limits.
    ///   - memory: the memory of the capture.
    init(limits: ReassemblyLimits, memory: MemoryBudget) {
        self.limits = limits
        self.memory = MemoryShare(of: memory, for: .openConnection)
        heldMemory = MemoryShare(of: memory, for: .heldSegments)
    }

    /// Counts memory that waiting segments take, or no longer take.
    mutating func hold(_ difference: Int) {
        heldBytes += difference
        lacksRoom = !takeRoomForHeld()
    }

    /// Takes memory for the segments that wait, in steps, or gives it back; false where there is none.
    private mutating func takeRoomForHeld() -> Bool {
        guard heldBytes <= limits.heldBytesInAll else { return false }
        let isLess = roomForHeld > Self.uncountedHeldBytes && heldBytes + 2 * Self.heldStep < roomForHeld
        guard heldBytes > roomForHeld || isLess else { return true }
        let counted = max(heldBytes - Self.uncountedHeldBytes, 0)
        let steps = (counted + Self.heldStep - 1) / Self.heldStep * Self.heldStep
        guard heldMemory.resize(to: steps) else { return false }
        roomForHeld = Self.uncountedHeldBytes + steps
        return true
    }

    /// Whether there is memory for so many open connections; takes it where it is not taken yet.
    mutating func hasRoom(forConnections count: Int) -> Bool {
        guard count > roomForConnections else { return true }
        let room = roomForConnections + Self.connectionStep
        guard memory.resize(to: (room - Self.uncountedConnections) * Connection.memoryBytes) else {
            return false
        }
        roomForConnections = room
        return true
    }

    /// Counts a packet that is not read.
    mutating func pass(_ kind: PacketKind) {
        counts.otherPackets += 1
        counts.kinds[kind, default: 0] += 1
    }

    /// Counts a packet that cannot be read.
    mutating func passDamaged() {
        counts.damagedPackets += 1
        counts.kinds[.damaged, default: 0] += 1
    }

    /// Notes that a limit was reached.
    mutating func note(_ limit: ReassemblyLimit, on connection: Int?) {
        guard !passedLimits.contains(where: { $0.limit == limit }) else { return }
        passedLimits.append((limit, connection))
    }
}
