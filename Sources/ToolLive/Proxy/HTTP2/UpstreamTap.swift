import Bytes
import NIOCore

/// Records what passes between the proxy and a server on a connection of HTTP/2, before it is divided into streams.
final class UpstreamTap: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let recording: UpstreamRecording

    /// Makes a tap.
    init(_ recording: UpstreamRecording) { self.recording = recording }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        recording.passed(unwrapInboundIn(data), from: .responder, on: context)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        recording.flush()
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let buffer) = unwrapOutboundIn(data) {
            recording.passed(buffer, from: .initiator, on: context)
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        recording.flush()
        context.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        recording.closed()
        context.fireChannelInactive()
    }
}
