extension Bug {
    /// What is in the parts is damaged, or is not what was meant.
    static let contents: [Bug] = [
        Bug(
            "brefphp/bref/issues/271",
            "images are corrupt behind API Gateway, texts are not",
            body: file(
                "name=\"file\"; filename=\"a.png\"",
                type: "image/png",
                "⟨EF⟩⟨BF⟩⟨BD⟩PNG⏎⟨1A⟩␊⟨00⟩⟨00⟩⟨00⟩⟨0D⟩IHDR"
            ) + close,
            rules: ["part/type-mismatch"],
            fix: "Find the layer that decodes the body as text"
        ),
        Bug(
            "android-async-http/android-async-http/pull/24",
            "of several files one arrives, with the others in it: no delimiter stands between them",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"f\"; filename=\"1.txt\"⏎"
                + "Content-Type: text/plain⏎⏎one⏎Content-Disposition: form-data; name=\"f\"; filename=\"2.txt\"⏎"
                + "Content-Type: text/plain⏎⏎two⏎" + close,
            rules: ["part/header-in-content"],
            fix: "Write a delimiter before the header lines of each part"
        ),
        Bug(
            "lysine-dev/retrofit/issues/1210",
            "text parts arrive in quotes",
            body:
                "--\(boundary)⏎Content-Disposition: form-data; name=\"name\"⏎Content-Type: application/json⏎⏎"
                + "\"brian\"⏎" + close,
            rules: ["part/stringified-object"],
            fix: "quotes"
        ),
        Bug(
            "react/react-native/issues/44657",
            "a file arrives as [object Object]",
            body: field("file", "[object Object]") + close,
            rules: ["part/stringified-object"],
            fix: "an object with uri, name and type"
        ),
        Bug(
            "pyke369/PKMultipartInputStream",
            "a value is a printed NSData",
            body: field("token", "{length = 4, bytes = 0x61626364}") + close,
            rules: ["part/stringified-object"],
            fix: "the data itself"
        ),
        Bug(
            "pyke369/PKMultipartInputStream/issues/21",
            "a file is sent as base64 so that its length is known",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"⏎"
                + "Content-Type: image/png⏎Content-Transfer-Encoding: base64⏎⏎iVBORw0KGgoAAAANSUhEUg==⏎"
                + close,
            rules: ["part-header/cte-encoded"],
            fix: "Send the raw bytes"
        ),
        Bug(
            "denoland/deno/issues/10806",
            "a text keeps its lone LF, which browsers turn into CRLF",
            body: field("a", "one␊two") + close,
            rules: ["line/text-value-lone-lf"],
            fix: "CR LF"
        ),
    ]
}
