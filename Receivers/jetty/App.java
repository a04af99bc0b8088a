import javax.servlet.MultipartConfigElement;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.Part;

public class App extends JettyReceiver {
    @Override
    void read(HttpServletRequest request, Parts parts) throws Exception {
        request.setAttribute("org.eclipse.jetty.multipartConfig", new MultipartConfigElement("/tmp"));
        for (Part part : request.getParts()) {
            parts.add(part.getName(), part.getSubmittedFileName(), part.getInputStream().readAllBytes());
        }
    }
}
