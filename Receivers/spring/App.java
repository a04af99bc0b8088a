import javax.servlet.http.HttpServletRequest;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.commons.CommonsMultipartResolver;

public class App extends JettyReceiver {
    private final CommonsMultipartResolver resolver = new CommonsMultipartResolver();

    @Override
    void read(HttpServletRequest request, Parts parts) throws Exception {
        resolver.setDefaultEncoding("UTF-8");
        var form = resolver.resolveMultipart(request);
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
    }
}
