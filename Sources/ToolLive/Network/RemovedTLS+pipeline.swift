import Bytes
import NIOCore
import NIOSSL

extension RemovedTLS {
    /// Describes the TLS that a handler of a pipeline takes off, once its handshake is over.
    ///
    /// - Parameters:
    ///   - pipeline: has the handler.
    ///   - handler: the handler; `nil` for the first one of TLS.
    ///   - serverName: the name that the client asked for.
    ///   - applicationProtocol: the protocol that the ends agreed on.
    ///   - port: the server's port.
    init(
        on pipeline: ChannelPipeline,
        _ handler: NIOSSLServerHandler? = nil,
        serverName: String?,
        _ applicationProtocol: String?,
        port: Int
    ) {
        let version: Bytes.TLSVersion =
            switch handler?.tlsVersion ?? (try? pipeline.syncOperations.nioSSL_tlsVersion()) {
            case .tlsv1: .tls10
            case .tlsv11: .tls11
            case .tlsv12: .tls12
            case .tlsv13, nil: .tls13
            }
        self.init(
            version: version,
            serverName: serverName,
            applicationProtocol: applicationProtocol,
            port: UInt16(clamping: port)
        )
    }
}
