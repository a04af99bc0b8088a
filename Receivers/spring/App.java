import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.commons.CommonsMultipartResolver;

public class App extends AbstractHandler {
    private final CommonsMultipartResolver resolver = new CommonsMultipartResolver();

    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
        base.setHandled(true);
        Parts parts = new Parts();
        try {
            MultipartHttpServletRequest form = resolver.resolveMultipart(request);
            for (var field : form.getParameterMap().entrySet()) {
                for (String value : field.getValue()) {
                    parts.add(field.getKey(), null, value.getBytes("UTF-8"));
                }
            }
            for (var files : form.getMultiFileMap().values()) {
                for (MultipartFile file : files) {
                    parts.add(file.getName(), file.getOriginalFilename(), file.getBytes());
                }
            }
        } catch (Exception error) {
            response.sendError(400, error.getMessage());
            return;
        }
        response.getOutputStream().write(parts.answer());
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(java.net.InetSocketAddress.createUnresolved("127.0.0.1", Integer.parseInt(System.getenv("PORT"))));
        App app = new App();
        app.resolver.setDefaultEncoding("UTF-8");
        server.setHandler(app);
        server.start();
        server.join();
    }
}
