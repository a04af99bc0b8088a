import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.*;
import io.netty.handler.codec.http.multipart.*;

public class App extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        Parts parts = new Parts();
        HttpResponseStatus status = HttpResponseStatus.OK;
        try {
            for (InterfaceHttpData data : new HttpPostRequestDecoder(request).getBodyHttpDatas()) {
                String filename = data instanceof FileUpload file ? file.getFilename() : null;
                parts.add(data.getName(), filename, ((HttpData) data).get());
            }
        } catch (Exception error) {
            status = HttpResponseStatus.BAD_REQUEST;
        }
        var content = Unpooled.wrappedBuffer(parts.answer());
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    public static void main(String[] arguments) throws Exception {
        new ServerBootstrap().group(new NioEventLoopGroup()).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), new App());
                }
            })
            .bind("127.0.0.1", Integer.parseInt(System.getenv("PORT"))).sync().channel().closeFuture().sync();
    }
}
