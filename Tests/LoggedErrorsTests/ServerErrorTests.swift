import Inspection
import InspectionRules
import LoggedErrors
import Testing

/// The texts that servers log lead to the software that wrote them.
struct ServerErrorTests {
    @Test(arguments: ServerErrorCatalogue.all)
    func `an entry is found by each of its texts, in whatever form it is logged`(error: ServerError) {
        #expect(!error.software.isEmpty && error.meaning.hasSuffix(".") && error.elsewhere.hasSuffix("."))
        for text in error.texts {
            for logged in [
                text, text.uppercased(), "Error: \(text)\n    at Multipart._final (node_modules/x.js:588:17)",
                "[2026-11-21 10:00:00] 500 \"\(text)\"", text.replacing("…", with: "'image_file' 12345"),
            ] {
                #expect(ServerError.found(in: logged).contains(error), "\(logged)")
            }
        }
    }

    @Test(arguments: [
        ("MulterError: Unexpected end of form", "busboy"),
        (
            "Error: Multipart: Boundary not found at new Multipart (busboy/lib/types/multipart.js:233:13)",
            "busboy"
        ),
        ("EOFError (bad content body):", "Rack"),
        (
            "System.IO.IOException: Unexpected end of Stream, the content may have already been read by another "
                + "component. ", "ASP.NET"
        ),
        ("System.IO.InvalidDataException: Line length limit 16384 exceeded.", "ASP.NET"),
        ("org.jvnet.mimepull.MIMEParsingException: Missing start boundary", "mimepull"),
        ("Reached EOF, but there is no closing MIME boundary.", "mimepull"),
        (
            "org.apache.tomcat.util.http.fileupload.MultipartStream$MalformedStreamException: Stream ended "
                + "unexpectedly", "commons-fileupload"
        ),
        (
            "Header section has more than 10240 bytes (maybe it is not properly terminated)",
            "commons-fileupload"
        ),
        (
            "FileUploadException: the request was rejected because no multipart boundary was found",
            "commons-fileupload"
        ),
        ("Required request part 'file' is not present", "Spring"),
        ("DecodingException: Could not find first boundary", "Spring WebFlux"),
        ("MultiPartParserError: Invalid boundary in multipart: None", "Django"),
        ("{\"detail\":\"Missing boundary in multipart.\"}", "Starlette"),
        ("{\"detail\":\"There was an error parsing the body\"}", "Starlette and FastAPI"),
        ("ValueError: Invalid form-data cannot parse beyond State.DATA", "Werkzeug"),
        ("multipart.ParserError: Unexpected end of multipart stream (parser closed)", "multipart (Python"),
        ("MultipartParser.end(): stream ended unexpectedly: state = PART_DATA", "formidable"),
        ("MultipartParser.end(): stream ended unexpectedly: state = START_BOUNDARY", "formidable"),
        ("multipart: expecting a new Part; got line \"--AaB03x--\\n\"", "Go"),
        ("request Content-Type isn't multipart/form-data", "Go"),
        ("MulterError: Unexpected field", "multer"),
        ("{\"message\":\"Unexpected field\",\"error\":\"Bad Request\",\"statusCode\":400}", "multer"),
        ("http: no such file", "Go (net/http)"),
        ("multipart: message too large", "Go (mime/multipart)"),
        ("<center><h1>413 Request Entity Too Large</h1></center>", "nginx"),
        ("MulterError: File too large", "multer"),
        ("{\"code\": \"LIMIT_FIELD_VALUE\", \"field\": \"photo\"}", "multer"),
        ("MulterError: Field name missing", "multer"),
        ("MulterError: Too many parts", "multer"),
        (
            "org.apache.commons.fileupload.FileUploadBase$SizeLimitExceededException: the request was rejected because "
                + "its size (12345) exceeds the configured maximum (10000)", "commons-fileupload"
        ),
        ("The field photo exceeds its maximum permitted size of 1048576 bytes.", "commons-fileupload"),
        ("MalformedStreamException: Unexpected characters follow a boundary", "commons-fileupload"),
        ("Did not find CR at end of boundary (40)", "python-multipart"),
        ("Expected boundary character 45, got 20 at index 2", "python-multipart"),
        ("PHP Warning:  Missing boundary in multipart/form-data POST data in Unknown on line 0", "PHP"),
        ("File Upload Mime headers garbled", "PHP"),
        ("multipart: NextPart: EOF", "Go"),
        ("malformed MIME header: missing colon: \"\\x89PNG\"", "Go"),
        ("multipart: NextPart: unexpected EOF", "Go"),
        ("TypeError: Failed to parse body as FormData.", "undici"),
        ("<Code>MalformedPOSTRequest</Code>", "S3"),
        ("The body of your POST request is not well-formed multipart/form-data.", "S3"),
        ("HTTP Error 411: Length Required", "S3"),
        (
            "org.springframework.web.multipart.MultipartException: Failed to parse multipart servlet request",
            "Spring"
        ),
        (
            #"{"detail":[{"type":"missing","loc":["body","file"],"msg":"Field required","input":null}]}"#,
            "FastAPI"
        ),
        ("Value error, Expected UploadFile, received: <class 'str'>", "FastAPI"),
        (#"{"photo":["The submitted data was not a file. Check the encoding type on the form."]}"#, "Django"),
        ("The image field is required.", "Laravel"),
        ("System.IO.InvalidDataException: Multipart body length limit 16384 exceeded.", "ASP.NET"),
        ("http: request body too large", "Go"),
        ("Error parsing `multipart/form-data` request", "axum"),
        ("Invalid image upload: incomplete multipart stream", "multer (Rust"),
        ("Multipart boundary is not found", "actix"),
        ("{\"statusCode\":400,\"message\":\"Invalid multipart payload format\"}", "hapi"),
        ("Error: Parse Error: Invalid header token { code: 'HPE_INVALID_HEADER_TOKEN' }", "Node.js"),
        ("no multipart boundary was found", "commons-fileupload"),
        ("Multipart request body failed strict validation: PE 0, BQ 1, BW 0", "ModSecurity"),
    ])
    func `a text leads to who says it`(text: String, software: String) {
        #expect(ServerError.found(in: text).first?.software.hasPrefix(software) == true)
    }

    @Test(arguments: [
        ("Unexpected ending of the form data", "busboy"),
        ("Required parts of the request are not present", "Spring"),
        ("multipart: NextPart failed: EOF reached", "Go"),
    ])
    func `to an unknown text the nearest known ones are named`(text: String, software: String) {
        #expect(ServerError.found(in: text).isEmpty)
        let near = ServerError.nearest(to: text)
        #expect(near.contains { $0.software.hasPrefix(software) }, "\(near)")
        #expect(near.count <= 3)
    }

    @Test(arguments: ["kaputt", "", "500 Internal Server Error", "the quick brown fox"])
    func `to a text that resembles none no other is named`(text: String) {
        #expect(ServerError.nearest(to: text).isEmpty)
    }

    /// Texts that receivers wrote when they were sent a body, and the rules that name what was wrong with it.
    @Test(arguments: try MeasuredServerError.all)
    func `a text that a receiver wrote leads to the cause that made it`(_ measured: MeasuredServerError)
        throws
    {
        let found = ServerError.found(in: measured.text)
        let entry = try #require(found.first { $0.software.contains(measured.software) }, "\(found)")
        for body in measured.bodies {
            let rules = entry.rules + entry.kind.rules(of: .ofForms)
            #expect(!Set(body.rules).isDisjoint(with: rules), "\(body.id): \(body.rules)")
        }
    }

    @Test(arguments: [
        ("Missing content-type boundary.", "ASP.NET", "busboy"),
        (
            "413 Request Entity Too Large: The data value transmitted exceeds the capacity limit.",
            "Werkzeug", "nginx"
        ),
        ("java.io.EOFException: Unexpected EOF read on the socket", "Tomcat", "Go"),
        ("HTTP Error 413.1 - Request Entity Too Large", "IIS", "nginx"),
        ("FST_REQ_FILE_TOO_LARGE", "Fastify", "multer"),
        ("CSRF verification failed. Request aborted.", "Django", "formidable"),
        ("Missing boundary in multipart/form-data POST data", "PHP", "Starlette"),
        ("Multipart: Boundary not found in C-T.", "ModSecurity", "busboy"),
        ("Unsupported media type \"multipart/form-data; boundary=x\" in request.", "Django", "Fastify"),
    ])
    func `what is a piece of a longer text is not said by its own software`(
        text: String,
        software: String,
        other: String
    ) {
        let found = ServerError.found(in: text).map(\.software)
        #expect(found.first?.hasPrefix(software) == true, "\(found)")
        #expect(!found.contains { $0.hasPrefix(other) }, "\(found)")
    }

    @Test func `the type that Laravel misses is that of the file`() {
        let found = ServerError.found(in: "The photo must be a file of type: jpeg, png.")
        #expect(found.map(\.software) == ["Laravel"])
        #expect(found.first?.rules.first == "part/type-mismatch")
    }

    @Test(arguments: [
        "Unexpected token - in JSON at position 0",
        "Unexpected token '-', \"------WebK\"... is not valid JSON",
        "Unexpected character ('-' (code 45))",
    ])
    func `the character that a parser of JSON did not expect is told from others`(text: String) {
        #expect(ServerError.found(in: text).count == 1)
        #expect(
            ServerError.found(in: text.replacing("'-'", with: "'<'").replacing(" - ", with: " < ")).isEmpty
        )
    }

    @Test(arguments: [
        (
            "Unexpected end of form",
            ["delimiter/none-found", "body/format-is-other", "framing/chunk-missing-terminator"]
        ),
        (
            "http: no such file",
            ["delimiter/part-after-close", "disposition/unquoted-illegal", "part-header/duplicate"]
        ),
        ("Missing content-type boundary.", ["content-type/boundary-overwritten", "framing/field-line"]),
        ("Malformed part header", ["line/missing-blank-line", "part-header/space-before-colon"]),
    ])
    func `every fault that can be the cause counts as one`(text: String, rules: [String]) {
        let causes = ServerError.found(in: text).flatMap { $0.rules + $0.kind.rules(of: .ofForms) }
        #expect(Set(rules).subtracting(causes).sorted() == [])
    }

    @Test func `what is said of content has no cause among the faults of the form`() {
        #expect(
            ServerErrorKind.unwanted.rules(of: .ofForms).isEmpty
                && ServerErrorKind.limit.rules(of: .ofForms).isEmpty
        )
        #expect(!ServerErrorKind.end.rules(of: .ofForms).contains { $0.hasPrefix("disposition/") })
        #expect(ServerErrorKind.form.rules(of: .ofForms).count > 100)
    }

    @Test(arguments: [
        "", "…", "hello", "EOF", "boundary", "form", "unexpected", "500 Internal Server Error",
        "delimiter/missing-close",
    ])
    func `other texts lead nowhere`(text: String) {
        #expect(ServerError.found(in: text).isEmpty)
    }

    @Test func `of a long text no more than its beginning is looked at`() {
        let hostile = String(repeating: "required request part ", count: 200_000)
        #expect(ServerError.found(in: hostile).isEmpty)
        let known = "\nUnexpected end of form"
        let room = ServerErrorText.byteLimit - known.utf8.count
        let inside = hostile.prefix(room) + known + hostile
        #expect(ServerError.found(in: String(inside)).map(\.software).contains { $0.hasPrefix("busboy") })
        let outside = hostile.prefix(room + 1) + known + hostile
        #expect(ServerError.found(in: String(outside)).isEmpty)
    }
}
