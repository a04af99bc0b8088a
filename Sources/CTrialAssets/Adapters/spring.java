// Spring Boot: add to an application, and probe its /probe
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

@RestController
class ProbeController {
    @PostMapping("/probe")
    List<List<Object>> echo(MultipartHttpServletRequest request) throws Exception {
        List<List<Object>> fields = new ArrayList<>();
        for (var parameter : request.getParameterMap().entrySet()) {
            for (var value : parameter.getValue()) {
                fields.add(entry(parameter.getKey(), null, value.getBytes("UTF-8")));
            }
        }
        for (var files : request.getMultiFileMap().entrySet()) {
            for (var file : files.getValue()) {
                fields.add(entry(files.getKey(), file.getOriginalFilename(), file.getBytes()));
            }
        }
        return fields;
    }

    private static List<Object> entry(String name, String filename, byte[] content) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
        return Arrays.asList(name, filename, content.length, HexFormat.of().formatHex(digest));
    }
}
