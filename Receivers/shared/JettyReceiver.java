import java.io.IOException;
import java.net.InetSocketAddress;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** Answers each request with the parts that the adapter, App, reads, or with 400. */
abstract class JettyReceiver extends AbstractHandler {
    abstract void read(HttpServletRequest request, Parts parts) throws Exception;

    @Override
    public void handle(String path, Request base, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        base.setHandled(true);
        Parts parts = new Parts();
        try {
            read(request, parts);
        } catch (Exception error) {
            response.sendError(400, error.getMessage());
            return;
        }
        response.getOutputStream().write(parts.answer());
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(System.getenv("PORT"));
        Server server = new Server(InetSocketAddress.createUnresolved("127.0.0.1", port));
        server.setHandler(new App());
        server.start();
        server.join();
    }
}
