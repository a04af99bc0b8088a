import NIOCore
import NIOSSL

extension RelayEnd {
    /// Takes TLS off from now on, and first from bytes that were read before.
    func take(_ bytes: ByteBuffer, through handler: NIOSSLServerHandler) throws {
        guard let context else { throw ChannelError.alreadyClosed }
        let pipeline = context.pipeline.syncOperations
        // What passes below it counts, though nothing comes of it yet.
        try watchBelow()
        try pipeline.addHandler(handler, position: .before(self))
        tls = handler
        if bytes.readableBytes > 0 {
            // Handlers below it have read them: in a tunnel through TLS with the proxy itself there is another one of TLS.
            let place = try pipeline.context(handler: handler)
            handler.channelRead(context: place, data: NIOAny(bytes))
            handler.channelReadComplete(context: place)
        }
        read()
    }
}
