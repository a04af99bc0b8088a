import NIOCore
import NIOPosix

extension UploadSink {
    /// Listens for connections, on the event loop that serves them too.
    func listen(on address: ListenAddress, _ loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let sink = NIOLoopBound(self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.recvAllocator, value: SharedReadSize(of: traffic, on: loop))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ProtocolGate(of: sink.value))
                }
            }
            .bind(host: address.host, port: address.port)
    }
}
