// java.net.http.HttpClient, which has no forms: the body is put together by hand, as in the recipe that people copy
// (Captures/java-httpclient): a boundary of 256 bits in decimal, nothing escaped, no line break at the end.
// Tried with OpenJDK 17.0.15: apt install default-jdk-headless libgoogle-gson-java

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;

class JavaHttpClient {
    static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static InputStream body(Form form, String boundary) {
        var pieces = new ArrayList<InputStream>();
        try {
            for (var part : form.parts) {
                pieces.add(text("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + part.name + "\""));
                if (part.value != null) {
                    pieces.add(text("\r\n\r\n" + part.value + "\r\n"));
                } else {
                    var type = part.type == null ? "application/octet-stream" : part.type;
                    pieces.add(text("; filename=\"" + part.filename + "\"\r\nContent-Type: " + type + "\r\n\r\n"));
                    pieces.add(form.content(part));
                    pieces.add(text("\r\n"));
                }
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        pieces.add(text("--" + boundary + "--"));
        return new SequenceInputStream(Collections.enumeration(pieces));
    }

    static Form.Upload client(Form form) throws Exception {
        var builder = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).sslContext(form.trust());
        if (form.needs("credentials")) {
            builder.authenticator(new Authenticator() {
                @Override
                protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication(form.user, form.password.toCharArray());
                }
            });
        }
        var client = builder.build();
        return () -> {
            var boundary = new BigInteger(256, new SecureRandom()).toString();
            var request = HttpRequest.newBuilder(URI.create(form.url))
                .header("Content-Type", "multipart/form-data;boundary=" + boundary)
                .expectContinue(form.needs("expect"))
                .timeout(Duration.ofMinutes(15))
                .POST(BodyPublishers.ofInputStream(() -> body(form, boundary)))
                .build();
            return client.send(request, BodyHandlers.discarding()).statusCode();
        };
    }

    public static void main(String[] arguments) {
        Form.drive(
            arguments, JavaHttpClient::client, "unknown-length", "pause", "tls", "http2", "redirect", "credentials",
            "expect", "unpaired-surrogate"
        );
    }
}
