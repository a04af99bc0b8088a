import NIOCore
import NIOSSL

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

extension RelayEnd {
    /// Closes the connection once what was written has left, with a reset, so that the other end sees that something is
    /// missing: of content that the end of the connection delimits nothing else tells (RFC 9112 §8).
    func reset() {
        resets = true
        close()
    }

    /// Closes the connection.
    func closeNow() {
        guard let context else { return }
        guard resets else { return context.close(promise: nil) }
        // Where it fails, the connection is closed all the same.
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        // Below TLS, whose alert would say that nothing is missing.
        let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
        (tls ?? context).close(promise: nil)
    }
}
