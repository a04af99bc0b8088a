/// Limits on what a reader of captures accepts and stores.
package struct CaptureLimits: Hashable, Sendable {
    /// The longest packet, in bytes; a record with a greater length is treated as damaged.
    ///
    /// The same limit as libpcap's and Wireshark's for IP links (`MAXIMUM_SNAPLEN`).
    package var packetLength = 262_144
    /// The greatest total length of a pcapng block's options, in bytes: comments are written by people, hence
    /// short.
    package var optionsLength = 1 << 20
    /// The longest secrets block that is kept, in bytes: a key log has about 200 bytes for each connection.
    package var secretsLength = 16 << 20
    /// The greatest number of interfaces in a section: the obsolete packet block numbers them with 16 bits.
    package var interfaceCount = 65_536

    /// Makes the default limits.
    package init() {}
}
