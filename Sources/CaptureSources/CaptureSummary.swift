/// The result of reading a whole capture.
package struct CaptureSummary: Hashable, Sendable {
    /// The capture's format.
    package var format: CaptureFormat
    /// The number of packets, including those that the filter rejected.
    package var packetCount: Int
    /// The number of packets that passed the filter; all without one.
    package var passedPacketCount: Int
    /// The faults in the file, in the order in which they were found.
    package var problems: [CaptureProblem]
}
