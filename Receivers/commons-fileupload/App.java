import javax.servlet.http.HttpServletRequest;
import org.apache.commons.fileupload.FileItem;
import org.apache.commons.fileupload.disk.DiskFileItemFactory;
import org.apache.commons.fileupload.servlet.ServletFileUpload;

public class App extends JettyReceiver {
    @Override
    void read(HttpServletRequest request, Parts parts) throws Exception {
        for (FileItem item : new ServletFileUpload(new DiskFileItemFactory()).parseRequest(request)) {
            parts.add(item.getFieldName(), item.getName(), item.get());
        }
    }
}
