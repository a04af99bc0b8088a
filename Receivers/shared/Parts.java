import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The parts that an adapter answers. */
final class Parts {
    private final StringBuilder json = new StringBuilder("[");

    void add(String name, String filename, byte[] content) throws Exception {
        json.append(json.length() > 1 ? ",[" : "[");
        text(name);
        json.append(',');
        text(filename);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
        json.append(',').append(content.length).append(",\"").append(HexFormat.of().formatHex(digest)).append("\"]");
    }

    private void text(String text) {
        if (text == null) {
            json.append("null");
            return;
        }
        json.append('"');
        for (char unit : text.toCharArray()) {
            boolean isPlain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
            json.append(isPlain ? unit : "\\u%04x".formatted((int) unit));
        }
        json.append('"');
    }

    byte[] answer() {
        return (json + "]").getBytes(StandardCharsets.UTF_8);
    }
}
