import Bytes
import Exchanges
import Forms
import Inspection
import Pages
import Testing

/// Which form of which page made a request.
struct PageShelfTests {
    private static let form =
        "<form method=post action=/up enctype=multipart/form-data><input name=title><input type=file name=photo></form>"

    /// A shelf with the page of that form.
    private static var shelf: PageShelf {
        var shelf = PageShelf()
        shelf.add(CapturedPage(Array(form.utf8), url: "http://h/page"), url: nil, exchange: 1, findings: [])
        return shelf
    }

    /// A request from `http://h/page` to a target, with a body in parts or in pairs.
    private static func exchange(_ target: String, _ type: String, referer: String = "http://h/page")
        -> Exchange
    {
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        exchange.target = target
        var request = MessageDraft()
        let lines = "Host: h\r\nReferer: \(referer)\r\nContent-Type: \(type)\r\n"
        request.head.fields = FieldSection(parsing: Array(lines.utf8), base: 0)
        exchange.request = Message(request)
        return exchange
    }

    private static func origin(
        _ pages: [String],
        _ target: String = "/up",
        parts: [(name: String, filename: String?, value: String)],
        referer: String = "http://h/page"
    ) -> FormOrigin? {
        var shelf = PageShelf()
        for (index, text) in pages.enumerated() {
            let page = CapturedPage(
                Array(text.utf8),
                url: "http://h/page",
                contentType: "text/html;charset=utf-8"
            )
            shelf.add(page, url: "http://h/page", exchange: index + 1, findings: PageRules.findings(in: page))
        }
        var body = ""
        for part in parts {
            let filename = part.filename.map { "; filename=\"\($0)\"" } ?? ""
            body +=
                "--B\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n\(part.value)\r\n"
        }
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.push(Array((body + "--B--\r\n").utf8).span.bytes)
        let exchange = exchange(target, "multipart/form-data; boundary=B", referer: referer)
        return shelf.origin(of: exchange, form: reader.finish(), opening: [])
    }

    @Test func `a form that was sent as it stands has no differences`() throws {
        let origin = try #require(
            Self.origin([Self.form], parts: [("title", nil, "x"), ("photo", "a.png", "y")])
        )
        #expect(origin.page == 1 && origin.form.number == 1)
        #expect(origin.reasons == [.referer, .action, .names])
        #expect(origin.remarks == [])
    }

    @Test
    func
        `of two pages with the form that of the later one is taken, and of equal forms the others are named`()
        throws
    {
        let origin = try #require(
            Self.origin(
                [Self.form, Self.form + Self.form],
                parts: [("title", nil, "x"), ("photo", "a.png", "y")]
            )
        )
        #expect(origin.page == 2 && origin.form.number == 1)
        #expect(origin.alternatives == [2])
    }

    @Test func `names, order and missing files are compared`() throws {
        let origin = try #require(
            Self.origin([Self.form], parts: [("photo", "", ""), ("title", nil, "x"), ("agent", nil, "1")])
        )
        #expect(origin.remarks.map(\.difference) == [.unexplained, .nothingChosen, .order])
        #expect(origin.remarks.map(\.parts) == [[3], [1], []])
        let text = try #require(Self.origin([Self.form], parts: [("title", nil, "x"), ("photo", nil, "y")]))
        #expect(text.remarks.map(\.difference) == [.fileAsText])
        let less = try #require(Self.origin([Self.form], parts: [("photo", "a.png", "y")]))
        #expect(less.remarks.map(\.difference) == [.missing])
    }

    @Test func `a script may send a form elsewhere, if page and names show it`() throws {
        let parts: [(String, String?, String)] = [("title", nil, "x"), ("photo", "a.png", "y")]
        let origin = try #require(Self.origin([Self.form], "/api", parts: parts))
        #expect(origin.remarks.map(\.difference) == [.address])
        #expect(Self.origin([Self.form], "/api", parts: parts, referer: "http://other/") == nil)
        #expect(Self.origin([Self.form], "/api", parts: [("q", nil, "x")]) == nil)
        #expect(Self.origin([Self.form], "/up", parts: [("q", nil, "x")]) == nil)
        #expect(Self.origin([], parts: parts) == nil)
    }

    @Test func `several files of one control, and lists, are that control's`() throws {
        let page = """
            <form method=post action=/up enctype=multipart/form-data><input type=file name=p multiple>\
            <input name=a value=1><input name=a value=2><select multiple name=s><option selected>x<option selected>y</select></form>
            """
        let origin = try #require(
            Self.origin(
                [page],
                parts: [
                    ("p", "1", "x"), ("p", "2", "y"), ("a", nil, "1"), ("a", nil, "2"), ("s", nil, "x"),
                    ("s", nil, "y"),
                ]
            )
        )
        #expect(origin.remarks == [])
        #expect(origin.rows.map(\.entries) == [[0, 1], [2], [3], [4, 5]])
    }

    @Test func `names are compared as browsers write them`() throws {
        let page = """
            <form method=post action=/up enctype=multipart/form-data accept-charset=latin1><input name='we"ird'>\
            <input name=n\u{E4}me></form>
            """
        var shelf = PageShelf()
        let read = CapturedPage(
            Array(page.utf8),
            url: "http://h/page",
            contentType: "text/html;charset=utf-8"
        )
        shelf.add(read, url: nil, exchange: 1, findings: [])
        let body =
            Array(
                "--B\r\nContent-Disposition: form-data; name=\"we%22ird\"\r\n\r\n\r\n--B\r\nContent-Disposition: form-data; name=\"n"
                    .utf8
            )
            + [0xE4] + Array("me\"\r\n\r\n\r\n--B--\r\n".utf8)
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.push(body.span.bytes)
        let exchange = Self.exchange("/up", "multipart/form-data; boundary=B")
        let origin = try #require(shelf.origin(of: exchange, form: reader.finish(), opening: []))
        #expect(origin.remarks == [])
    }

    @Test(arguments: [#"q\"b\s"#, #"q\"b\\s"#, #"q%22b\s"#, #"q"b\s"#])
    func `a name is that of the control, however a client writes it`(_ name: String) throws {
        let page =
            #"<form method=post action=/up enctype=multipart/form-data><input name='q"b\s'><input name=z></form>"#
        let origin = try #require(Self.origin([page], parts: [(name, nil, "x"), ("z", nil, "y")]))
        #expect(origin.remarks == [])
        #expect(origin.reasons.contains(.names))
        // What a name begins with is none.
        let other = try #require(Self.origin([page], parts: [("q%22b", nil, "x"), ("z", nil, "y")]))
        #expect(other.remarks.map(\.difference) == [.missing, .unexplained])
    }

    @Test func `a name in UTF-8 is that of a control of a page in another charset`() throws {
        var shelf = PageShelf()
        let text =
            "<form method=post action=/up enctype=multipart/form-data accept-charset=latin1><input name=n\u{E4}me></form>"
        let page = CapturedPage(
            Array(text.utf8),
            url: "http://h/page",
            contentType: "text/html;charset=utf-8"
        )
        shelf.add(page, url: nil, exchange: 1, findings: [])
        var reader = FormReader(declared: [Array("B".utf8)])
        let body = "--B\r\nContent-Disposition: form-data; name=\"n\u{E4}me\"\r\n\r\n\r\n--B--\r\n"
        reader.push(Array(body.utf8).span.bytes)
        let exchange = Self.exchange("/up", "multipart/form-data; boundary=B")
        #expect(try #require(shelf.origin(of: exchange, form: reader.finish(), opening: [])).remarks == [])
    }

    @Test func `a file input that is left out may have had no file`() throws {
        let origin = try #require(Self.origin([Self.form], parts: [("title", nil, "x")]))
        #expect(origin.remarks.map(\.difference) == [.missing])
        #expect(origin.remarks.map(\.message).first?.contains("where no file is chosen") ?? false)
    }

    @Test func `of what the capture lacks nothing is said to be missing`() throws {
        let shelf = Self.shelf
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.gap(length: 80)
        let rest =
            "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\n\r\ny\r\n--B--\r\n"
        reader.push(Array(rest.utf8).span.bytes)
        let exchange = Self.exchange("/up", "multipart/form-data; boundary=B")
        let origin = try #require(shelf.origin(of: exchange, form: reader.finish(), opening: []))
        #expect(origin.remarks == [])
        #expect(!origin.isWhole)
    }

    @Test func `a file input whose files are sent as multipart inside a part is not called text`() throws {
        let shelf = Self.shelf
        var reader = FormReader(declared: [Array("B".utf8)])
        let body =
            "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nx\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"photo\"\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n"
            + "--C\r\nContent-Disposition: file; filename=\"a\"\r\n\r\ny\r\n--C--\r\n--B--\r\n"
        reader.push(Array(body.utf8).span.bytes)
        let exchange = Self.exchange("/up", "multipart/form-data; boundary=B")
        let origin = try #require(shelf.origin(of: exchange, form: reader.finish(), opening: []))
        #expect(
            origin.remarks.map(\.message)
                == ["the file input `photo` was sent as multipart inside a part, without a filename"]
        )
    }

    @Test func `of a form that was sent in pairs the file is missed, and the request is at fault`() throws {
        let page = CapturedPage(
            Array("<form method=post action=/up><input name=t><input type=file name=p></form>".utf8),
            url: "http://h/page"
        )
        var shelf = PageShelf()
        shelf.add(page, url: nil, exchange: 1, findings: [])
        let exchange = Self.exchange("/up", "application/x-www-form-urlencoded")
        let origin = try #require(
            shelf.origin(of: exchange, form: nil, opening: Array("t=a+b%26&p=cat.png".utf8))
        )
        #expect(origin.remarks.map(\.difference) == [.fileAsName])
        #expect(origin.requestFindings.map(\.rule) == ["form/file-not-multipart"])
        #expect(origin.rows.map(\.entries) == [[0], [1]])
    }

    @Test func `a hidden field whose token the request holds is where a file can go`() throws {
        let page = """
            <form method=post action=/up enctype=multipart/form-data><input name=t><input type=hidden name=k value=TOKEN-4711>\
            <input type=button name=choose></form>
            """
        let origin = try #require(Self.origin([page], parts: [("t", nil, "x"), ("k", nil, "TOKEN-4711")]))
        #expect(origin.placeholders.map(\.options) == ["--attach '*TOKEN-4711*=@FILE' --for '||h/up^'"])
    }
}
