/// What a capture was, told when all of it has been read.
package struct CaptureSummary: Hashable, Sendable {
    /// The capture's format.
    package var format: CaptureFormat
    /// How many packets it holds, filtered ones included.
    package var packetCount: Int
    /// How many packets passed the filter; all without one.
    package var passedPacketCount: Int
    /// What is wrong with the file, in the order in which it was found.
    package var problems: [CaptureProblem]
}
