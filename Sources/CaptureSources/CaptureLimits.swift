/// What a reader of captures refuses to hold or believe.
package struct CaptureLimits: Hashable, Sendable {
    /// The longest packet, in bytes; a record that says more is taken for damage.
    ///
    /// libpcap and Wireshark draw the line for IP links at the same place (`MAXIMUM_SNAPLEN`).
    package var packetLength = 262_144
    /// What the options of a pcapng block may add to it, in bytes: comments are people's, hence short.
    package var optionsLength = 1 << 20
    /// The longest block of secrets that is kept, in bytes: a key log has about 200 bytes a connection.
    package var secretsLength = 16 << 20
    /// How many interfaces a section may describe: the obsolete packet block numbers them with 16 bits.
    package var interfaceCount = 65_536

    /// Makes the limits that hold unless told otherwise.
    package init() {}
}
