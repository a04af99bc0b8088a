package import Bytes

/// What a capture records of a packet besides its bytes.
package struct PacketHeader: Hashable, Sendable {
    /// The packet's number in the capture, from 1, as Wireshark counts frames.
    package var frame: Int
    /// When the packet was captured; `nil` where the capture does not say.
    package var time: Timestamp?
    /// The number of the packet's bytes in the capture.
    package var capturedLength: Int
    /// The number of bytes that the packet had on the wire; at least `capturedLength`.
    package var originalLength: Int
    /// The type of the packet's outermost header.
    package var linkType: LinkType

    /// Makes a packet's header; an `originalLength` below `capturedLength` is raised to it, because some
    /// writers leave it at 0.
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
