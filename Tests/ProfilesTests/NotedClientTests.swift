import Testing

@testable import Profiles

/// Clients of which no recording is kept: an upload of each, as it was noted.
struct NotedClientTests {
    /// An upload, and the client that it is of.
    struct Case: CustomTestStringConvertible {
        var id: String
        var form: WrittenForm
        var testDescription: String { id }

        init(_ id: String, _ boundary: String, _ head: [String], after: [String] = []) {
            self.id = id
            form = WrittenForm(boundary: boundary, head: head, after: after)
        }

        func changed(_ change: (inout WrittenForm) -> Void) -> Case {
            var other = self
            change(&other.form)
            return other
        }
    }

    private static let disposition = "Content-Disposition: form-data; name=\"a\""
    private static let fileDisposition = "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\""
    private static let length = "Content-Length: 1"

    private static let scripting: [Case] = [
        Case(
            "httparty",
            "------------------------vZUEFOnxsi6i7zOX",
            ["Accept-Encoding: gzip", "Accept: */*", "User-Agent: Ruby"],
            after: ["Connection: close", "Host: h", length]
        ),
        Case(
            "httpclient-ruby",
            "6fc95ca0932470c705538839c55a1c2f8681a76c",
            [],
            after: ["User-Agent: HTTPClient/1.0 (2.8.3)", "Accept: */*", "Date: x", length, "Host: h"]
        ).changed { $0.end = "\r\n\r\n" },
        Case(
            "http.rb",
            "---------------------1becd628933507935c229f0c8c153f9ec33dcec3d5",
            ["Connection: close"],
            after: ["Host: h", "User-Agent: http.rb/4.4.1", length]
        ),
        Case(
            "mechanize-ruby",
            "aRTsoIWh9XckMpXOyDl9",
            [
                "Accept-Encoding: gzip", "Accept: */*", "User-Agent: Mechanize/2.8.5", "Accept-Charset: x",
                "Accept-Language: en", "Host: h", "Referer: r",
            ],
            after: [length, "Connection: keep-alive", "Keep-Alive: 300"]
        ).changed {
            $0.file = fileDisposition + "\r\nContent-Transfer-Encoding: binary\r\nContent-Type: image/png"
        },
        Case(
            "multipart-post",
            "-----------RubyMultipartPost-b782f8ceaab6047106b4c623a0439fae",
            ["User-Agent: Faraday v1.1.0"],
            after: [length, "Host: h"]
        ).changed {
            $0.value += "\r\nContent-Type: application/json"
            $0.file =
                fileDisposition
                + "\r\nContent-Length: 1\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary"
            $0.end = "\r\n\r\n"
        },
        Case(
            "node-fetch",
            "----8437298170234987123498712340",
            ["accept: */*", "accept-encoding: gzip", "connection: close", "content-length: 1"],
            after: ["user-agent: node-fetch", "Host: h"]
        ).changed { ($0.typeName, $0.end) = ("content-type", "") },
        Case(
            "aiohttp",
            "b782f8ceaab6471086b4c623a0439fae",
            ["Host: h", "Accept: */*", "User-Agent: Python/3.11 aiohttp/3.14.5", length]
        ).changed {
            $0.value = "Content-Type: application/json\r\n" + disposition
            $0.file = "Content-Type: image/png\r\n" + fileDisposition
        },
        Case(
            "geventhttpclient",
            "b782f8ceaab6047106b4c623a0439fae",
            ["User-Agent: python/gevent-http-client-2.6.1"],
            after: ["content-length: 1", "Host: h"]
        ).changed { $0.typeName = "content-type" },
        Case(
            "aiosonic",
            "boundary-b782f8ceaab6047106b4c623a0439fae",
            ["HOST: h", "Connection: keep-alive", "User-Agent: aiosonic/1.3.3"],
            after: [length]
        ).changed { ($0.file, $0.end) = (fileDisposition, "") },
    ]

    private static let compiled: [Case] = [
        Case(
            "commons-httpclient",
            "RJD4STxiFnoXcT0f9X-ZbJq1hxMU4v",
            ["User-Agent: Jakarta Commons-HttpClient/3.1", "Host: h", length]
        ).changed {
            let rest = "\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: 8bit"
            ($0.value, $0.file) = (disposition + rest, fileDisposition + rest)
        },
        Case(
            "spring",
            "RJD4STxiFnoXcT0f9X-ZbJq1hxMU4v",
            ["Accept: text/plain, */*"],
            after: ["User-Agent: Java/17.0.15", "Host: h", "Connection: keep-alive", length]
        ).changed {
            let rest = "\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: 1"
            ($0.value, $0.file) = (disposition + rest, fileDisposition + rest)
            $0.type.0 = "multipart/form-data;boundary="
        },
        Case(
            "google-http",
            "__END_OF_PART__eaef99c8-d8ac-446a-9686-b26fe74c4e0a__",
            ["Accept-Encoding: gzip", "User-Agent: Google-HTTP-Java-Client/1.42.0 (gzip)"],
            after: ["Host: h", "Accept: */*", "Connection: keep-alive", length]
        ).changed {
            let (start, end) = (
                "Accept-Encoding: gzip\r\nContent-Length: 1\r\n", "\r\ncontent-transfer-encoding: binary"
            )
            $0.value = start + "content-disposition: form-data; name=\"a\"" + end
            $0.file =
                start + "Content-Type: image/png\r\n"
                + "content-disposition: form-data; name=\"f\"; filename=\"x.png\"" + end
        },
        Case("netty", "8f3c6b1de24a7059", ["Host: h"], after: ["content-length: 1", "connection: close"])
            .changed {
                let rest = "\r\ncontent-length: 1\r\ncontent-type: text/plain; charset=UTF-8"
                $0.value = "content-disposition: form-data; name=\"a\"" + rest
                $0.file =
                    "content-disposition: form-data; name=\"f\"; filename=\"x.png\"" + rest
                    + "\r\ncontent-transfer-encoding: binary"
            },
        Case("poco", "MIME_boundary_20CC46943DA3FD43", [], after: [length, "Connection: Close", "Host: h"])
            .changed { $0.type = ("multipart/form-data; boundary=\"", "\"") },
        Case("dotnet", "2905b24c-19ef-4de0-8921-ba5c11ad8cb6", [], after: [length, "Host: h"])
            .changed {
                $0.type = ("multipart/form-data; boundary=\"", "\"")
                $0.value = "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=a"
                $0.file = "Content-Disposition: form-data; name=f; filename=x.png"
            },
        Case(
            "nim",
            "4820394820394820394",
            ["Host: h", "Connection: Keep-Alive", "content-length: 1"],
            after: ["user-agent: Nim httpclient/1.6.10"]
        ).changed { $0.typeName = "content-type" },
        Case(
            "drakma",
            "----------ScoJRqTpMg4VtTXbNjOT9lCwLFS0nGs1ZWKuPjbDCrmeIKeo4R",
            ["Host: h", "User-Agent: Drakma/2.0.8 (SBCL)", "Accept: */*", "Connection: close"],
            after: [length]
        ).changed { $0.value += "\r\nContent-Type: text/plain; charset=UTF-8" },
    ]

    private static let browsers: [Case] = [
        Case(
            "lynx",
            "LYNX",
            [
                "Host: h", "Accept: */*", "Accept-Encoding: gzip", "Accept-Language: en", "Pragma: no-cache",
                "Cache-Control: no-cache", "User-Agent: Lynx/2.9.0dev.12", "Referer: r",
            ],
            after: [length]
        ).changed { $0.value += "\r\nContent-Type: text/plain; charset=utf-8" },
        Case(
            "w3m",
            "------------------------------61345179561862931517956186293151795",
            [
                "User-Agent: w3m/0.5.3+git20230121", "Accept: */*", "Accept-Encoding: gzip",
                "Accept-Language: en", "Host: h", "Referer: r",
            ],
            after: [length]
        ),
        Case(
            "elinks",
            "Kq0cPo3Zs8VnYbTtE1rLdXw7HmJ5uAgF",
            [
                "Host: h", "User-Agent: ELinks/0.13.2 (textmode)", "Referer: r", "Accept: */*",
                "Accept-Language: en", "Connection: Keep-Alive",
            ],
            after: [length]
        ).changed { $0.file = fileDisposition },
        Case(
            "emacs",
            "=p/uA=-=",
            [
                "MIME-Version: 1.0", "Connection: keep-alive", "Extension: x", "Host: h",
                "Accept-encoding: gzip",
                "Accept: */*", "User-Agent: URL/Emacs Emacs/28.2 (TTY)",
            ],
            after: ["Content-length: 1"]
        ).changed {
            $0.file = fileDisposition + "\r\nContent-Transfer-Encoding: binary\r\nContent-Type: image/png"
        },
    ]

    @Test(arguments: scripting + compiled + browsers)
    func `is recognised by an upload as it writes it`(_ noted: Case) throws {
        let found = try noted.form.recognition()
        #expect(found.matches.map(\.profile.id) == [noted.id])
        #expect(found.choice.isCertain)
        #expect(found.matches.first?.differingHabits == [])
    }
}
