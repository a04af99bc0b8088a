import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.fileupload.FileItem;
import org.apache.commons.fileupload.disk.DiskFileItemFactory;
import org.apache.commons.fileupload.servlet.ServletFileUpload;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;

public class App extends AbstractHandler {
    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
        base.setHandled(true);
        Parts parts = new Parts();
        try {
            for (FileItem item : new ServletFileUpload(new DiskFileItemFactory()).parseRequest(request)) {
                parts.add(item.getFieldName(), item.getName(), item.get());
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
