// Apache HttpClient, by default in its mode STRICT; with --mode BROWSER_COMPATIBLE in that, with UTF-8.
// Tried with httpclient and httpmime 4.5.14: apt install default-jdk-headless libgoogle-gson-java libhttpclient-java
// libhttpmime-java

import java.io.File;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpEntity;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.mime.HttpMultipartMode;
import org.apache.http.entity.mime.MultipartEntityBuilder;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.util.EntityUtils;

class ApacheHttpClient {
    static HttpEntity entity(Form form, HttpMultipartMode mode) throws Exception {
        var builder = MultipartEntityBuilder.create().setMode(mode);
        if (mode == HttpMultipartMode.BROWSER_COMPATIBLE) {
            builder.setCharset(StandardCharsets.UTF_8);
        }
        for (var part : form.parts) {
            var type = part.type == null ? ContentType.DEFAULT_BINARY : ContentType.parse(part.type);
            if (part.value != null) {
                builder.addTextBody(part.name, part.value, ContentType.TEXT_PLAIN.withCharset(StandardCharsets.UTF_8));
            } else if (form.isStreamed()) {
                builder.addBinaryBody(part.name, form.content(part), type, part.filename);
            } else {
                builder.addBinaryBody(part.name, new File(part.file), type, part.filename);
            }
        }
        return builder.build();
    }

    static Form.Upload client(Form form, HttpMultipartMode mode) throws Exception {
        var credentials = new BasicCredentialsProvider();
        if (form.needs("credentials")) {
            credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials(form.user, form.password));
        }
        var client = HttpClients.custom()
            .setSSLContext(form.trust())
            .setRedirectStrategy(LaxRedirectStrategy.INSTANCE)
            .setDefaultCredentialsProvider(credentials)
            .setDefaultRequestConfig(RequestConfig.custom().setExpectContinueEnabled(form.needs("expect")).build())
            .disableAutomaticRetries()
            .build();
        return () -> {
            var post = new HttpPost(form.url);
            post.setEntity(entity(form, mode));
            try (var response = client.execute(post)) {
                EntityUtils.consume(response.getEntity());
                return response.getStatusLine().getStatusCode();
            }
        };
    }

    public static void main(String[] arguments) {
        var mode = arguments[0].equals("--mode") ? HttpMultipartMode.valueOf(arguments[1]) : HttpMultipartMode.STRICT;
        Form.drive(
            arguments, form -> client(form, mode), "unknown-length", "pause", "tls", "redirect", "credentials", "expect",
            "unpaired-surrogate"
        );
    }
}
