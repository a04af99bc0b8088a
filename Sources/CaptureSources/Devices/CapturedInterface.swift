/// An interface while it captures: what the description of it in a pcapng file says.
package struct CapturedInterface: Hashable, Sendable {
    /// Its name, such as `lo`.
    package var name: String
    /// What it is, as the system says; `nil` where it says nothing.
    package var description: String?
    /// The type of the packets' outermost header.
    package var linkType: LinkType
    /// The greatest number of bytes of a packet that are captured.
    package var snapLength: Int
    /// Whether packets are timed in nanoseconds, not in microseconds.
    package var hasNanoseconds: Bool
    /// The capture filter; `nil` for none.
    package var filter: String?

    /// Makes an interface.
    package init(
        name: String,
        description: String? = nil,
        linkType: LinkType,
        snapLength: Int,
        hasNanoseconds: Bool,
        filter: String? = nil
    ) {
        self.name = name
        self.description = description
        self.linkType = linkType
        self.snapLength = snapLength
        self.hasNanoseconds = hasNanoseconds
        self.filter = filter
    }
}
