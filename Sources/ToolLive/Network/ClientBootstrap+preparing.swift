import NIOCore
import NIOPosix

extension ClientBootstrap {
    /// Connects to a host, and prepares the connection that is kept.
    ///
    /// A host with several addresses is tried at one after another, or at two at once (RFC 8305), and the channel initializer
    /// runs for each: handlers that stand for the one connection are added here.
    ///
    /// - Parameters:
    ///   - host: the host's name or address.
    ///   - port: its port.
    ///   - prepare: adds handlers, before anything was read. Where it fails, the connection is closed.
    /// - Returns: the channel, on the loop that this is called on.
    func connect(
        host: String,
        port: Int,
        preparing prepare: @escaping (any Channel) throws -> Void
    ) -> EventLoopFuture<any Channel>.Isolated {
        connect(host: host, port: port).assumeIsolated().flatMapThrowing { channel in
            do {
                try prepare(channel)
            } catch {
                channel.close(promise: nil)
                throw error
            }
            return channel
        }
    }
}
