/// All connections that are open or remembered, found by their ends, and ordered by last use.
///
/// Every operation takes the same time however many there are: one look-up of a key, and a few links of a
/// list.
struct ConnectionTable {
    /// A list through the links of connections (``Connection/newer``, ``Connection/older``), most recently
    /// used first.
    private struct RecencyList {
        var newest: Int32 = -1
        var oldest: Int32 = -1
        var count = 0
    }

    private var connections: ContiguousArray<Connection> = []
    private var unused: [Int] = []
    private var indices: [ConnectionKey: Int] = [:]
    /// A cache of the connections that were used last, by ``ConnectionKey/slot``: most packets belong to one
    /// of these.
    private var recent = [Int32](repeating: -1, count: ConnectionKey.slots)
    /// The same for packets as nearly all are, by their ends as they stand in them.
    private var flows = RecentFlows()
    /// Packets of forgotten connections by the port of the end that was connected to.
    private var forgottenPackets: [UInt16: Int] = [:]
    private var open = RecencyList()
    private var closed = RecencyList()

    /// How many connections are open.
    var openCount: Int { open.count }
    /// The open connection that was unused for longest.
    var oldestOpen: Int? { open.oldest < 0 ? nil : Int(open.oldest) }
    /// The indices of the open connections, in the order of their numbers.
    var openIndices: [Int] {
        indices.values.filter { !connections[$0].isClosed }
            .sorted { connections[$0].number < connections[$1].number }
    }

    /// Packets of all connections by the port of the end that was connected to.
    var packetsByPort: [UInt16: Int] {
        indices.values.reduce(into: forgottenPackets) { counts, index in
            counts[connections[index].responderPort, default: 0] += connections[index].packetCount
        }
    }

    /// The connection at an index.
    subscript(index: Int) -> Connection {
        _read { yield connections[index] }
        _modify { yield &connections[index] }
    }

    /// The index of the connection between two ends.
    mutating func index(of key: ConnectionKey) -> Int? {
        let slot = key.slot
        let candidate = Int(recent[slot])
        if candidate >= 0, connections[candidate].key == key { return candidate }
        guard let index = indices[key] else { return nil }
        recent[slot] = Int32(truncatingIfNeeded: index)
        return index
    }

    /// The index of the connection between two ends in a network of a tunnel (0 for none).
    ///
    /// Packets without a number belong to whatever connection the ends have: a capture on all interfaces of a host has
    /// each packet inside of the tunnel and outside. Only two different numbers for one direction are two networks.
    mutating func index(of key: ConnectionKey, in network: UInt32, isFromLower: Bool) -> Int? {
        let found = index(of: key)
        guard network != 0 else { return found }
        let own = key.inside(network)
        guard let found else { return index(of: own) }
        let known = connections[found].network(ofLower: isFromLower)
        if known == network { return found }
        let other = connections[found].network(ofLower: !isFromLower)
        guard known == 0, other == 0 || other == network || indices[own] == nil else {
            return index(of: own)
        }
        connections[found].note(network: network, ofLower: isFromLower)
        return found
    }

    /// The connection of a segment, and whether its lower end sent it; `nil` where that has to be looked up.
    @inline(__always)
    func flow(of segment: PlainSegment) -> (index: Int, isFromLower: Bool)? { flows.find(segment) }

    /// Notes which connection a segment belongs to, for the next one of the same flow.
    mutating func noteFlow(of segment: PlainSegment) {
        let (key, isFromLower) = segment.key
        if let index = index(of: key) { flows.note(segment, index, isFromLower: isFromLower) }
    }

    /// Whether a connection is known under a key.
    func holds(_ key: ConnectionKey) -> Bool { indices[key] != nil }

    /// Adds an open connection, the most recently used one.
    mutating func insert(_ connection: consuming Connection) -> Int {
        let key = connection.key
        let index: Int
        if let free = unused.popLast() {
            index = free
            connections[index] = consume connection
        } else {
            index = connections.count
            connections.append(consume connection)
        }
        indices[key] = index
        recent[key.slot] = Int32(truncatingIfNeeded: index)
        Self.link(index, of: &connections, to: &open)
        return index
    }

    /// Whether a segment opens a connection anew; see ``Connection/isReplaced(by:isFromLower:_:)``.
    func isReplaced(
        _ index: Int,
        by segment: TCPSegment,
        isFromLower: Bool,
        _ limits: ReassemblyLimits
    ) -> Bool {
        // Through the subscript the whole connection would be copied.
        connections[index].isReplaced(by: segment, isFromLower: isFromLower, limits)
    }

    /// Makes a connection the most recently used one.
    mutating func touch(_ index: Int) {
        guard open.newest != Int32(truncatingIfNeeded: index), !connections[index].isClosed else { return }
        Self.unlink(index, of: &connections, from: &open)
        Self.link(index, of: &connections, to: &open)
    }

    /// Moves a connection to the closed ones, and forgets the oldest of those beyond `limit`.
    mutating func remember(_ index: Int, limit: Int) {
        Self.unlink(index, of: &connections, from: &open)
        Self.link(index, of: &connections, to: &closed)
        while closed.count > limit, closed.oldest >= 0 { remove(Int(closed.oldest)) }
    }

    /// Forgets a closed connection.
    mutating func remove(_ index: Int) {
        Self.unlink(index, of: &connections, from: &closed)
        let key = connections[index].key
        forgottenPackets[connections[index].responderPort, default: 0] += connections[index].packetCount
        flows.forget(key, index)
        if indices[key] == index { indices[key] = nil }
        if Int(recent[key.slot]) == index { recent[key.slot] = -1 }
        unused.append(index)
    }

    private static func link(
        _ index: Int,
        of connections: inout ContiguousArray<Connection>,
        to list: inout RecencyList
    ) {
        let number = Int32(truncatingIfNeeded: index)
        connections[index].newer = -1
        connections[index].older = list.newest
        if list.newest >= 0 { connections[Int(list.newest)].newer = number } else { list.oldest = number }
        list.newest = number
        list.count += 1
    }

    private static func unlink(
        _ index: Int,
        of connections: inout ContiguousArray<Connection>,
        from list: inout RecencyList
    ) {
        let newer = connections[index].newer
        let older = connections[index].older
        if newer >= 0 { connections[Int(newer)].older = older } else { list.newest = older }
        if older >= 0 { connections[Int(older)].newer = newer } else { list.oldest = newer }
        list.count -= 1
    }
}
