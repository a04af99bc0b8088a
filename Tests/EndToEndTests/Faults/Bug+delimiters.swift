extension Bug {
    /// Delimiters and line ends are wrong, or unusual.
    static let delimiters: [Bug] = [
        Bug(
            "immobiliare/RealHTTP/issues/20",
            "Unexpected end of form: the close delimiter was forgotten",
            body: field("a", "1") + file(),
            rules: ["delimiter/missing-close"],
            fix: "two dashes, the boundary, two dashes and CRLF after the last part"
        ),
        Bug(
            "ServiceStack/ServiceStack/pull/833",
            "the last line is a delimiter without its two dashes",
            body: field("a", "1") + "--\(boundary)⏎",
            rules: ["delimiter/missing-close"],
            fix: "lacks the two dashes"
        ),
        Bug(
            "ferristseng/rust-multipart-rfc7578/pull/29",
            "receivers see the first part only",
            body: field("a", "1") + close + field("b", "2") + close,
            rules: ["delimiter/part-after-close"],
            fix: "Write the close delimiter once, after the last part"
        ),
        Bug(
            "nodejs/undici/pull/3625",
            "langflow and Falcon refuse a form that ends without CRLF",
            body: field("a", "1") + "--\(boundary)--",
            rules: ["delimiter/no-final-crlf"],
            fix: "Write CRLF after the close delimiter"
        ),
        Bug(
            "rack/rack/issues/45",
            "EOFError: bad content body, because of a CRLF before the first delimiter",
            body: "⏎" + field("a", "1") + close,
            rules: ["delimiter/leading-crlf"],
            fix: "Leave out the CRLF before the first delimiter"
        ),
        Bug(
            "rack/rack/issues/2093",
            "EOFError: all line ends are LF",
            body: (field("a", "1") + file() + close).replacing("⏎", with: "␊"),
            rules: ["line/bare-lf-everywhere"],
            fix: "Write CR LF after delimiters"
        ),
        Bug(
            "ssttevee/js-cfw-formdata-polyfill/issues/1",
            "a body that was pasted as text ends in a single CR",
            body: field("a", "1") + "--\(boundary)--␍",
            rules: ["delimiter/lf-after-close"],
            fix: "Write CR LF after the close delimiter"
        ),
        Bug(
            "helidon-io/helidon/issues/2178",
            "Tomcat: Stream ended unexpectedly, because header lines end in LF",
            body: "--\(boundary)⏎Content-Disposition: form-data; name=\"a\"␊␊1⏎" + close,
            rules: ["line/lf-in-part-headers"],
            fix: "with CR LF"
        ),
        Bug(
            "weixiyen/jquery-filedrop/issues/1",
            "MalformedStreamException: the delimiter stands after the part instead of before it",
            body: "Content-Disposition: form-data; name=\"file\"; filename=\"a\"⏎Content-Type: text/plain⏎⏎1⏎"
                + close,
            rules: ["delimiter/preamble"],
            fix: "before each part"
        ),
        Bug(
            "golang/go/issues/10616",
            "Go: unexpected EOF, because the inner boundary begins with the outer one",
            contentType: "multipart/form-data; boundary=X7MA4YWxkTrZu0gW",
            body: "--X7MA4YWxkTrZu0gW⏎Content-Disposition: form-data; name=\"f\"⏎"
                + "Content-Type: multipart/mixed; boundary=X7MA4YWxkTrZu0gW_alt⏎⏎"
                + "--X7MA4YWxkTrZu0gW_alt⏎Content-Type: text/plain⏎⏎1⏎--X7MA4YWxkTrZu0gW_alt--⏎"
                + "⏎--X7MA4YWxkTrZu0gW--⏎",
            rules: ["boundary/nested-prefix"],
            fix: "a boundary of its own"
        ),
        Bug(
            "netty/netty/pull/1016",
            "Netty loses a byte of content that ends in CR",
            body: file("name=\"file\"; filename=\"a\"", type: "application/octet-stream", "data␍") + close,
            rules: []
        ),
        Bug(
            "Kludex/python-multipart/issues/65",
            "Did not find CR at end of boundary",
            contentType: "multipart/form-data; boundary=\(boundary)",
            body: "--\(boundary)  ⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎" + close,
            rules: ["delimiter/padding"],
            fix: "Remove the blanks between the boundary and the CRLF"
        ),
        Bug(
            "fastapi/fastapi/issues/13019",
            "There was an error parsing the body: header and body have different boundaries",
            contentType: "multipart/form-data; boundary=abcdefgh12345678",
            body: field("a", "1") + close,
            rules: ["boundary/mismatch"],
            fix: "rebuild both for a retry"
        ),
        Bug(
            "Kludex/starlette/issues/1059",
            "a part that says to be multipart/form-data itself",
            contentType: "multipart/form-data; boundary=xoxo7MA4YWxkTrZu0gW",
            body: "--xoxo7MA4YWxkTrZu0gW⏎Content-Disposition: form-data; name=\"f\"; filename=\"a.csv\"⏎"
                + "Content-Type: multipart/form-data⏎⏎NID2093␊CAGG␊⏎--xoxo7MA4YWxkTrZu0gW--⏎",
            rules: ["part/nested-multipart"],
            fix: "the type of its own content"
        ),
        Bug(
            "line/armeria/pull/4432",
            "a form without fields is answered with 500",
            body: close,
            rules: ["delimiter/zero-parts"],
            fix: "Append the fields before the form is sent"
        ),
        Bug(
            "rack/rack/issues/1603",
            "EOFError: the body is empty",
            body: "",
            rules: ["body/empty"],
            fix: "Build the body again for each attempt"
        ),
        Bug(
            "spring-projects/spring-framework/issues/28067",
            "Could not find first boundary",
            contentType: "multipart/form-data; boundary=7MA4YWxkTrZu0gW7MA4YWxkTrZu0gW",
            body: "{\"a\": 1}",
            rules: ["body/format-is-other"],
            fix: "Content-Type"
        ),
    ]
}
