/// What is said of a capture as a whole, once it has been read.
package struct InspectedCapture: Sendable {
    /// Something about the capture itself that a reader should know.
    package struct Problem: Sendable {
        /// A short name for scripts, such as `truncated-file`.
        package var kind: String
        /// One sentence.
        package var message: String
        /// The offset in the file, in bytes; `nil` where it is about no place.
        package var offset: Int?

        /// Makes a problem.
        package init(kind: String, message: String, offset: Int? = nil) {
            self.kind = kind
            self.message = message
            self.offset = offset
        }
    }

    /// What packets carried, whether or not it was read.
    package struct PacketKindCount: Hashable, Sendable {
        /// A short name for scripts, such as `udp`.
        package var group: String
        /// The name, such as `UDP on port 53 (DNS)`.
        package var name: String
        /// The number of packets.
        package var packets: Int
    }

    /// The path as given, `-` for standard input.
    package var path: String
    /// The format's name as reports have it, such as `pcap`.
    package var format: String
    /// The number of packets, filtered ones included; `nil` where the format has none.
    package var packets: Int?
    /// What the packets carried; empty where the format has none.
    package var packetKinds: [PacketKindCount]
    /// The number of TCP connections; `nil` where the format has none.
    package var connections: Int?
    /// The number of exchanges.
    package var exchanges: Int
    /// Connections, or their ends, that are not read: how many of each kind.
    package var opaque: [String: Int]
    /// What else should be known.
    package var problems: [Problem]
    /// Whether it is damaged in a place from which on nothing could be read.
    ///
    /// One that only ends early is not: a recorder that is stopped leaves it so.
    package var isPartlyUnread: Bool

    /// Makes the description of a capture in which nothing has been read yet.
    package init(path: String, format: String) {
        self.path = path
        self.format = format
        packets = nil
        packetKinds = []
        connections = nil
        exchanges = 0
        opaque = [:]
        problems = []
        isPartlyUnread = false
    }
}
