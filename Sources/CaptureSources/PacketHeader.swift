package import Bytes

/// What a capture says of a packet besides its bytes.
package struct PacketHeader: Hashable, Sendable {
    /// The packet's number in the capture, from 1, as Wireshark counts frames.
    package var frame: Int
    /// When the packet was captured; `nil` where the capture does not say.
    package var time: Timestamp?
    /// How many of the packet's bytes are in the capture.
    package var capturedLength: Int
    /// How many bytes the packet had on the wire; at least `capturedLength`.
    package var originalLength: Int
    /// What the packet's bytes begin with.
    package var linkType: LinkType

    /// Makes a packet's header; an `originalLength` below `capturedLength`, which some writers leave at 0, is
    /// raised to it.
    package init(
        frame: Int,
        time: Timestamp?,
        capturedLength: Int,
        originalLength: Int,
        linkType: LinkType
    ) {
        self.frame = frame
        self.time = time
        self.capturedLength = capturedLength
        self.originalLength = max(originalLength, capturedLength)
        self.linkType = linkType
    }
}
