/// The connections of the plain segments that were read last, by their ends as they stand in a packet.
///
/// A cache in front of ``ConnectionTable``: to compare twelve bytes takes less than to make a key of them, in which the ends
/// are in order, and to look it up. What the table removes is forgotten here.
struct RecentFlows {
    private struct Flow {
        var addresses: UInt64 = 0
        var ports: UInt32 = 0
        /// The index in the table; -1 where there is none.
        var index: Int32 = -1
        var isFromLower = false
    }

    /// How many are kept, a power of two.
    private static let count = 256

    private var flows = [Flow](repeating: Flow(), count: RecentFlows.count)

    /// The connection of a segment, and whether its lower end sent it; `nil` where it is not known here.
    @inline(__always)
    func find(_ segment: PlainSegment) -> (index: Int, isFromLower: Bool)? {
        let flow = flows[Self.slot(segment.addresses, segment.ports)]
        let isOfSegment = flow.addresses == segment.addresses && flow.ports == segment.ports
        guard flow.index >= 0, isOfSegment else { return nil }
        return (Int(flow.index), flow.isFromLower)
    }

    /// Notes the connection of a segment.
    mutating func note(_ segment: PlainSegment, _ index: Int, isFromLower: Bool) {
        flows[Self.slot(segment.addresses, segment.ports)] = Flow(
            addresses: segment.addresses,
            ports: segment.ports,
            index: Int32(truncatingIfNeeded: index),
            isFromLower: isFromLower
        )
    }

    /// Forgets both directions of a connection.
    mutating func forget(_ key: ConnectionKey, _ index: Int) {
        for fromLower in [true, false] {
            let (addresses, ports) = key.plainEnds(fromLower: fromLower)
            let slot = Self.slot(addresses, ports)
            if Int(flows[slot].index) == index { flows[slot].index = -1 }
        }
    }

    @inline(__always)
    private static func slot(_ addresses: UInt64, _ ports: UInt32) -> Int {
        let mixed = (addresses ^ UInt64(ports)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 56)
    }
}
