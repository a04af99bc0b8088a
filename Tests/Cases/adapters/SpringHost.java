import java.net.InetSocketAddress;
import java.util.List;
import javax.servlet.MultipartConfigElement;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What Spring Boot sets up: a servlet that dispatches and answers JSON, with the container's reader of forms. */
class SpringHost {
    public static void main(String[] arguments) throws Exception {
        StaticWebApplicationContext context = new StaticWebApplicationContext();
        context.registerSingleton("multipartResolver", StandardServletMultipartResolver.class);
        context.registerSingleton("mapping", RequestMappingHandlerMapping.class);
        context.registerSingleton("controller", ProbeController.class);
        RequestMappingHandlerAdapter adapter = new RequestMappingHandlerAdapter();
        adapter.setMessageConverters(List.of(new MappingJackson2HttpMessageConverter()));
        adapter.setApplicationContext(context);
        adapter.setBeanFactory(context.getBeanFactory());
        adapter.afterPropertiesSet();
        context.getBeanFactory().registerSingleton("adapter", adapter);
        ServletHolder servlet = new ServletHolder(new DispatcherServlet(context));
        servlet.getRegistration().setMultipartConfig(new MultipartConfigElement(""));
        ServletContextHandler handler = new ServletContextHandler();
        handler.addServlet(servlet, "/");
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
        server.setHandler(handler);
        server.start();
        server.join();
    }
}
