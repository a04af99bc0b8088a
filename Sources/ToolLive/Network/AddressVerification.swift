import NIOCore
import NIOSSL
import NIOTLS

/// Verifies that the certificate of a server is for the address that was asked for (RFC 9110 §4.3.5).
///
/// NIOSSL compares it with the address that the connection leads to, which is that of a proxy where there is one.
final class AddressVerification: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let address: String

    /// Makes a handler that stands after the one of TLS, which verifies all but the address; this is as SwiftNIO writes it.
    init(_ address: String) { self.address = address }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
            guard let certificate, CertificateFault.addresses(of: certificate).contains(address)
            else {
                context.fireErrorCaught(CertificateFault(ofOtherHost: certificate))
                return context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }
}
