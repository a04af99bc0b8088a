import Bytes

/// Where packets come from while they are captured.
package protocol PacketSource: AnyObject {
    /// The interface that captures them.
    var interface: CapturedInterface { get }

    /// The packets that were received and dropped so far; `nil` where the source does not count them.
    var drops: DropCounts? { get }

    /// Passes on the packets that are there; where there are none, waits for the first.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait at most.
    ///   - take: takes a packet, whose bytes are valid during the call only; false where it wants no more.
    /// - Returns: whether more may come.
    /// - Throws: where the interface fails.
    func read(
        waiting milliseconds: Int,
        _ take: (PacketHeader, RawSpan) -> Bool
    ) throws(CaptureDeviceFailure) -> Bool
}

/// The packets that an interface received since its capture began, and how many of them are missing from it.
package struct DropCounts: Hashable, Sendable {
    /// Packets that passed the filter, whether or not they are missing.
    package var received: Int
    /// Packets that the kernel dropped because they were not read fast enough.
    package var byKernel: Int
    /// Packets that the interface or its driver dropped, whatever the filter.
    package var byInterface: Int

    /// Makes counts.
    package init(received: Int = 0, byKernel: Int = 0, byInterface: Int = 0) {
        self.received = received
        self.byKernel = byKernel
        self.byInterface = byInterface
    }

    /// The number of packets that are missing.
    package var dropped: Int { byKernel + byInterface }

    /// How many packets were dropped, and by what.
    package var sentence: String {
        let parts = [
            (byKernel, "because they came faster than they were read"),
            (byInterface, "by the interface or its driver"),
        ]
        .filter { $0.0 > 0 }
        .map { "\(Quantity.of($0.0, "packet")) \($0.0 == 1 ? "was" : "were") dropped \($0.1)" }
        return parts.joined(separator: ", ")
    }
}
