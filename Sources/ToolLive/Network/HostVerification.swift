import NIOCore
import NIOSSL
import NIOTLS

/// Verifies that the certificate of a server is for the host that was asked for (RFC 9110 §4.3.4).
///
/// NIOSSL accepts a certificate for the address that the connection leads to, whatever the name of the host: that of a proxy
/// where there is one, or of another machine where an answer of DNS is forged.
final class HostVerification: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let host: String

    /// Makes a handler that stands after the one of TLS, which verifies all else.
    init(_ host: String) { self.host = host }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
            guard let certificate, CertificateHosts(of: certificate)?.contains(host) ?? false else {
                context.fireErrorCaught(CertificateFault(ofOtherHost: certificate))
                return context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }
}
