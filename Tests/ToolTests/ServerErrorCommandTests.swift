import Shell
import TestSupport
import Testing

@testable import Tool

/// Servers' errors that no upload explains, and those of one word.
struct ServerErrorCommandTests {
    /// What `check` says of a request, with one blank between words.
    private func check(_ type: String, _ content: String, error: String, _ options: String...) throws
        -> String
    {
        let folder = try TemporaryFolder()
        let header = type.isEmpty ? "" : "Content-Type: \(type)\r\n"
        let request =
            "POST /up HTTP/1.1\r\nHost: a\r\n\(header)Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
        let path = try folder.write(Array(request.utf8), to: "up.http")
        let run = CommandRun(["check", path, "--server-error", error] + options)
        return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: [
        "The submitted data was not a file. Check the encoding type on the form.",
        "Current request is not a multipart request", "No file was submitted.",
        "BadRequestKeyError: 400 Bad Request", "Required request part 'file' is not present",
        "Expected UploadFile, received: <class 'str'>",
    ])
    func `a list of fields explains that no file came`(error: String) throws {
        let fields = try check(
            "application/x-www-form-urlencoded",
            "title=x&file=C%3A%5Cfakepath%5Ca.png",
            error: error
        )
        #expect(
            fields.contains(
                "Exchange 1 (POST /up) sends its fields as `application/x-www-form-urlencoded`, which carries no file: "
                    + "send multipart/form-data (enctype=\"multipart/form-data\" in a form,"
            )
        )
        #expect(!fields.contains("There is no upload here"))
        let json = try check("application/json; charset=utf-8", #"{"title":"x","file":{}}"#, error: error)
        #expect(json.contains("Exchange 1 (POST /up) sends its fields as `application/json`,"))
    }

    @Test func `a file without a form explains it too`() throws {
        let image = try check("image/png", "PNG", error: "Current request is not a multipart request")
        #expect(
            image.contains(
                "sends its content as `image/png`, and no form around it: send multipart/form-data"
            )
        )
        let bare = try check("", "PNG", error: "Current request is not a multipart request")
        #expect(bare.contains("sends its content without a Content-Type, and no form around it:"))
    }

    @Test(arguments: ["json", "ndjson", "sarif"])
    func `every report that programs read says it too`(format: String) throws {
        let report = try check(
            "application/x-www-form-urlencoded",
            "title=x",
            error: "No file was submitted.",
            "--format",
            format
        )
        #expect(
            report.contains("Exchange 1 (POST /up) sends its fields as `application/x-www-form-urlencoded`,")
        )
    }

    @Test func `a report that programs read explains no text that is not known`() throws {
        let json = try check("text/plain", "x", error: "kaputt", "--format", "json")
        #expect(json.contains("\"explanation\": null"))
        #expect(try !check("text/plain", "x", error: "kaputt", "--format", "sarif").contains("server-error"))
    }

    @Test(arguments: ["Unexpected end of form", "No number after minus sign in JSON at position 1"])
    func `other errors are not explained by it`(error: String) throws {
        let fields = try check("application/x-www-form-urlencoded", "title=x", error: error)
        #expect(fields.contains("There is no upload here that could explain it."))
    }

    @Test(arguments: [
        ("UPLOAD_ERR_OK", "PHP"), ("UPLOAD_ERR_INI_SIZE", "PHP"), ("UPLOAD_ERR_FORM_SIZE", "PHP"),
        ("UPLOAD_ERR_PARTIAL", "PHP"), ("UPLOAD_ERR_NO_FILE", "PHP"), ("UPLOAD_ERR_NO_TMP_DIR", "PHP"),
        ("UPLOAD_ERR_CANT_WRITE", "PHP"), ("UPLOAD_ERR_EXTENSION", "PHP"),
        ("FST_ERR_CTP_INVALID_MEDIA_TYPE", "Fastify"), ("Rack::Multipart::MultipartPartLimitError", "Rack"),
    ])
    func `a text of one word is explained`(text: String, software: String) {
        let run = CommandRun(["explain", text])
        #expect(run.status == .fine)
        #expect(run.output.hasPrefix(software))
    }

    @Test func `only what may be the name of a rule is answered as one`() {
        for text in ["ERR_UNHEARD_OF", "Some::Other::Error", "kaputt"] {
            let run = CommandRun(["explain", text])
            #expect(run.status == .usage)
            #expect(run.diagnostics.contains("no software is known to say '\(text)'"))
        }
        for name in ["no/such-rule", "delimiter/mising-close", "missing-close"] {
            #expect(CommandRun(["explain", name]).diagnostics.contains("there is no rule '\(name)'"))
        }
    }
}
