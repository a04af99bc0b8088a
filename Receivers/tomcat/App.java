import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.File;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

public class App extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
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
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(".");
        tomcat.setPort(Integer.parseInt(System.getenv("PORT")));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", new File(".").getAbsolutePath());
        Tomcat.addServlet(context, "read", new App()).setMultipartConfigElement(new MultipartConfigElement(""));
        context.addServletMappingDecoded("/", "read");
        tomcat.start();
        tomcat.getServer().await();
    }
}
