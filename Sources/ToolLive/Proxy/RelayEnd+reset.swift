import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

extension RelayEnd {
    /// Closes the connection once what was written has left, with a reset, so that the other end sees that something is
    /// missing: of content that the end of the connection delimits nothing else tells (RFC 9112 §8).
    func reset() {
        let socket = context?.channel as? any SocketOptionProvider
        // Where it fails, the connection is closed all the same.
        _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        close()
    }
}
