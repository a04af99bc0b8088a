import Bytes
package import Pipeline

/// What the packets of captures carried: what a report names where there was no HTTP among it.
package struct PacketKindCounts: Hashable, Sendable {
    /// How many kinds are named; the others are counted together.
    private static let limit = 5

    private var counts: [String: InspectedCapture.PacketKindCount] = [:]

    /// Makes counts of nothing.
    package init() {}

    /// Adds those of a capture.
    mutating func add(_ kinds: [InspectedCapture.PacketKindCount]) {
        for kind in kinds {
            var sum = counts[kind.name] ?? kind
            if counts[kind.name] != nil { sum.packets += kind.packets }
            counts[kind.name] = sum
        }
    }

    /// The most frequent kinds, by number of packets, then by name.
    package var first: [InspectedCapture.PacketKindCount] {
        Array(sorted.prefix(Self.limit))
    }

    /// The numbers of packets and of kinds that are not among ``first``.
    package var others: (packets: Int, kinds: Int) {
        let rest = sorted.dropFirst(Self.limit)
        return (rest.reduce(0) { $0 + $1.packets }, rest.count)
    }

    /// One sentence: `the packets are 15 of GRE, 3 of UDP on port 53 (DNS)`; `nil` where there are none.
    package var sentence: String? {
        guard let most = first.first else { return nil }
        var items = ["\(Quantity.of(most.packets, "packet")) of \(most.name)"]
        items += first.dropFirst().map { "\(Quantity.grouped($0.packets)) of \($0.name)" }
        let others = others
        if others.kinds > 0 {
            items.append("\(Quantity.grouped(others.packets)) of \(Quantity.of(others.kinds, "other kind"))")
        }
        return "the capture has " + items.joined(separator: ", ")
    }

    private var sorted: [InspectedCapture.PacketKindCount] {
        counts.values.sorted { ($1.packets, $0.name) < ($0.packets, $1.name) }
    }
}
