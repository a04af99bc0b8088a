/// How a stream (one direction of a connection) ended.
package enum StreamEnd: UInt8, Hashable, Sendable {
    /// A FIN: the sender has no more to send.
    case finished
    /// An RST, from either end.
    case reset
    /// The capture ended while the stream was open.
    case captureEnded
    /// A new connection on the same addresses and ports began.
    case replaced
    /// The connection was given up because a limit on connections was reached.
    case limit
}

/// Why bytes of a stream are missing.
package enum GapCause: UInt8, Hashable, Sendable {
    /// The segment is not in the capture although later bytes are: the capture lost it.
    case notCaptured
    /// The packet is in the capture, cut short by its snap length.
    case snapLength
    /// A limit of the reassembly was reached, and bytes that waited for earlier ones were given up.
    case limit
    /// The bytes are in the capture, encrypted, and could not be decrypted.
    case notDecrypted
}
