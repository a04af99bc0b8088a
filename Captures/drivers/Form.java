// What the drivers in Java share: the form to send, and how a driver ends (README.md has the protocol).

import com.google.gson.Gson;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

class Form {
    static class Part {
        String name, value, file, filename, type;
    }

    /** A client: makes what sends the form once and gives back the status of the answer. */
    interface Client {
        Upload of(Form form) throws Exception;
    }

    interface Upload {
        int send() throws Exception;
    }

    String url;
    List<Part> parts;
    int uploads;
    List<String> requires;
    String certificate, user, password;

    boolean needs(String word) {
        return requires.contains(word);
    }

    boolean isStreamed() {
        return needs("unknown-length") || needs("pause");
    }

    /** Has the client send the form of the command line, unless it requires more than the abilities. */
    static void drive(String[] arguments, Client client, String... abilities) {
        try {
            var path = Path.of(arguments[arguments.length - 1]);
            var form = new Gson().fromJson(Files.readString(path), Form.class);
            form.url = arguments[arguments.length - 2];
            if (!List.of(abilities).containsAll(form.requires)) {
                System.err.println("unsupported: one of " + form.requires);
                System.exit(69);
            }
            var upload = client.of(form);
            var isWell = true;
            for (var number = 0; number < form.uploads; number++) {
                var status = upload.send();
                System.out.println(status);
                isWell &= status / 100 == 2;
            }
            System.exit(isWell ? 0 : 1);
        } catch (Throwable error) {
            System.err.println(error.toString().replaceAll("\\s+", " "));
            System.exit(1);
        }
    }

    /** The content of a file; where the case asks for it, with a pause in its middle. */
    InputStream content(Part part) throws IOException {
        var half = Files.size(Path.of(part.file)) / 2;
        var isPausing = needs("pause");
        return new FilterInputStream(new FileInputStream(part.file)) {
            private long left = isPausing ? half : Long.MAX_VALUE;

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                if (left == 0) {
                    try {
                        Thread.sleep(2000);
                    } catch (InterruptedException error) {
                        throw new IOException(error);
                    }
                    left = Long.MAX_VALUE;
                }
                var read = super.read(bytes, offset, (int) Math.min(count, left));
                left -= Math.max(read, 0);
                return read;
            }
        };
    }

    /** The trust in the certificate of the form, or the usual one. */
    SSLContext trust() throws Exception {
        if (certificate == null) {
            return SSLContext.getDefault();
        }
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var file = new FileInputStream(certificate)) {
            store.setCertificateEntry("server", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
