import java.io.IOException;
import javax.servlet.MultipartConfigElement;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.Part;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;

public class App extends AbstractHandler {
    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
        base.setHandled(true);
        request.setAttribute("org.eclipse.jetty.multipartConfig", new MultipartConfigElement("/tmp"));
        Parts parts = new Parts();
        try {
            for (Part part : request.getParts()) {
                parts.add(part.getName(), part.getSubmittedFileName(), part.getInputStream().readAllBytes());
            }
        } catch (Exception error) {
            response.sendError(400, error.getMessage());
            return;
        }
        response.getOutputStream().write(parts.answer());
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(java.net.InetSocketAddress.createUnresolved("127.0.0.1", Integer.parseInt(System.getenv("PORT"))));
        server.setHandler(new App());
        server.start();
        server.join();
    }
}
