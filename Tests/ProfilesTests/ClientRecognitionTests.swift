import Bytes
import Exchanges
import Forms
import Testing

@testable import Profiles

struct ClientRecognitionTests {
    /// The fields of a session of requests around Content-Type, the body's length aside.
    private static let session = [
        "Host: up.test", "User-Agent: python-requests/2.34.2", "Accept-Encoding: gzip", "Accept: */*",
        "Connection: keep-alive", "Content-Length: 1",
    ]
    private static let hexadecimal = "b782f8ceaab6047106b4c623a0439fae"

    /// Who wrote a form of one value and one file.
    private func recognition(
        boundary: String,
        head: [String],
        value: String = WrittenForm.plainValue,
        file: String = WrittenForm.plainFile,
        after: [String] = [],
        end: String = "\r\n",
        fidelity: Fidelity = .wire,
        isBare: Bool = false
    ) throws -> ClientRecognition {
        var form = WrittenForm(boundary: boundary, head: head, after: after)
        (form.value, form.file, form.end) = (value, file, end)
        (form.fidelity, form.isBare) = (fidelity, isBare)
        return try form.recognition()
    }

    private func ids(_ recognition: ClientRecognition) -> [String] { recognition.matches.map(\.profile.id) }

    @Test func `names the client that all habits are of`() throws {
        let found = try recognition(boundary: Self.hexadecimal, head: Self.session)
        #expect(ids(found) == ["requests"])
        #expect(found.choice.isCertain)
        #expect(found.matches[0].agreeing.contains(.fieldOrder))
        #expect(found.claim == nil)
    }

    @Test func `names all that have the same habits where the User-Agent is a program's own`() throws {
        let head = Self.session.map { $0.replacing("python-requests/2.34.2", with: "MyApp/1.0") }
        let found = try recognition(boundary: Self.hexadecimal, head: head)
        #expect(ids(found) == ["requests", "niquests"])
        #expect(!found.choice.isCertain)
        #expect(!found.choice.isDisguised)
    }

    @Test func `tells an imitation of a browser by the dashes of its boundary`() throws {
        let agent =
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36"
        let found = try recognition(boundary: "------WebKitFormBoundaryv7jNpAZIhbcXdk9C", head: [agent])
        #expect(ids(found) == ["curl-cffi"])
        #expect(found.choice.isDisguised)
        #expect(found.claimed.map(\.id) == ["chromium"])
        #expect(found.claim?.discrepancies(in: found.habits).first?.habit == .boundary)
        #expect(
            found.claim?.discrepancies(in: found.habits).first?.found == ["6 dashes, 34 letters or digits"]
        )
    }

    @Test func `calls nobody disguised for the order of the head's fields`() throws {
        let head = ["Accept: */*", "Host: a", "User-Agent: Mozilla/5.0 (X11) Chrome/41.0 Safari/537.36"]
        let found = try recognition(boundary: "----WebKitFormBoundaryv7jNpAZIhbcXdk9C", head: head)
        #expect(ids(found) == ["chromium"])
        #expect(!found.choice.isDisguised)
        #expect(!found.choice.isCertain)
        #expect(found.matches[0].differingHabits == [.fieldOrder])
    }

    @Test(arguments: [["Connection: keep-alive"], ["Proxy-Connection: keep-alive"], []])
    func `Chromium is certain before a proxy and after it too`(connection: [String]) throws {
        let agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36"
        let found = try recognition(
            boundary: "----WebKitFormBoundaryv7jNpAZIhbcXdk9C",
            head: ["Host: a"] + connection + ["Content-Length: 1", "Upgrade-Insecure-Requests: 1"],
            after: ["User-Agent: \(agent)", "Origin: http://a", "Accept: */*", "Accept-Encoding: gzip"]
                + ["Accept-Language: en"]
        )
        #expect(ids(found) == ["chromium"])
        #expect(found.choice.isCertain)
        #expect(found.matches[0].agreeing.contains(.fieldOrder))
    }

    @Test func `a client of which less is known gains nothing by it`() throws {
        let head = ["Accept: */*", "Host: a", "User-Agent: MyApp/1.0"]
        let found = try recognition(boundary: "----WebKitFormBoundaryv7jNpAZIhbcXdk9C", head: head)
        #expect(ids(found) == ["chromium", "safari"])
        #expect(!found.choice.isCertain)
    }

    @Test func `Playwright has the boundary of Chromium, and writes names of header fields in lowercase`()
        throws
    {
        let found = try recognition(
            boundary: "----WebKitFormBoundaryUS0RBmO4wkImRLAB",
            head: ["user-agent: Playwright/1.65.1 (x64)", "accept: */*", "accept-encoding: gzip,deflate,br"],
            value: "content-disposition: form-data; name=\"a\"",
            file: "content-disposition: form-data; name=\"f\"; filename=\"x.png\"\r\ncontent-type: image/png",
            after: ["content-length: 1", "Host: a", "Connection: keep-alive"]
        )
        #expect(ids(found) == ["playwright"])
    }

    @Test func `programs with one library are told by it, whether a file has a type or not`() throws {
        let boundary = "830ee2d651d22ea0-48f3213d8a606844-45e8d89fcefa13c6-ff6d3e046c764a0b"
        let after = ["Content-Length: 1", "Accept: */*", "Host: a"]
        for type in ["", "\r\nContent-Type: image/png"] {
            let file = "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"" + type
            let found = try recognition(boundary: boundary, head: [], file: file, after: after)
            #expect(ids(found) == ["primp"])
        }
    }

    @Test func `knows nobody by random characters where the head is nobody's`() throws {
        let head = ["Content-Length: 1", "User-Agent: MyApp/1.0", "Accept: */*", "Host: a"]
        let found = try recognition(boundary: Self.hexadecimal, head: head)
        #expect(found.matches.isEmpty)
        #expect(found.nearest != nil)
    }

    @Test(arguments: ["abcde", "XXXXXXXXXXXXXXXXXXXX"])
    func `knows nobody by a boundary that nobody drew at random where the order of fields is lost`(
        _ boundary: String
    )
        throws
    {
        let found = try recognition(boundary: boundary, head: ["Host: a"], fidelity: .text)
        #expect(found.matches.isEmpty)
        #expect(found.nearest != nil)
    }

    @Test func `a User-Agent alone makes nobody`() throws {
        let found = try recognition(boundary: "MyBoundary", head: ["Host: a", "User-Agent: curl/8.1"])
        #expect(found.matches.isEmpty)
        #expect(found.nearest == nil)
        #expect(found.claimed.map(\.id) == ["curl", "libcurl-8"])
        #expect(found.claim?.profile.id == "curl")
    }

    @Test func `an encoder that writes a part's header otherwise is not it, and that is said`() throws {
        let found = try recognition(
            boundary: "2905b24c-19ef-4de0-8921-ba5c11ad8cb6",
            head: ["User-Agent: okhttp/5.0"]
        )
        #expect(found.matches.isEmpty)
        #expect(found.nearest?.differingHabits.contains(.fileHeader) == true)
    }

    @Test func `is not certain by the looks of parts alone`() throws {
        let found = try recognition(boundary: Self.hexadecimal, head: [], isBare: true)
        #expect(Set(ids(found)).isSuperset(of: ["requests", "urllib3", "niquests", "httpx"]))
        #expect(!found.choice.isCertain)
    }

    @Test func `holds nothing against a client that a recorder wrote`() throws {
        let head = Array(Self.session.reversed())
        let found = try recognition(boundary: Self.hexadecimal, head: head, fidelity: .body)
        #expect(ids(found).contains("requests"))
        #expect(found.matches[0].differingHabits.isEmpty)
    }

    @Test(arguments: [
        ("b782f8ceaab6047106b4c623a0439fae", ["requests"]),
        ("2e9c282849904fd38aed5a5e64a70679", ["requests-toolbelt"]),
    ])
    func `tells an encoder from the program that sets the type by hand, by the bits of a UUID`(
        _ boundary: String,
        _ expected: [String]
    ) throws {
        let head = Array(Self.session.dropLast())
        let found = try recognition(boundary: boundary, head: head, after: ["Content-Length: 1"])
        #expect(ids(found) == expected)
        #expect(found.choice.isCertain)
    }

    /// As these clients wrote them: a file without a type, a name, or either; and labels that are quoted strings.
    @Test(arguments: [
        (
            "curl", "------------------------82234e68f01535a0",
            "Content-Disposition: form-data; name=\"f\"; filename=\"-\""
        ),
        (
            "undici", "----formdata-undici-010553487456",
            "Content-Disposition: form-data; name=\"f\"\r\nContent-Type: image/png"
        ),
        ("lwp", "xYzZY", "Content-Disposition: form-data; name=\"f\"\r\nContent-Type: image/png"),
        ("lwp", "xYzZY", "Content-Disposition: form-data; name=\"f\"; filename=\"image.png\""),
    ])
    func `knows the clients that leave the name or the type of a file out`(
        _ client: String,
        _ boundary: String,
        _ file: String
    ) throws {
        #expect(ids(try recognition(boundary: boundary, head: [], file: file)).contains(client))
    }

    @Test func `knows aiohttp where it writes names as quoted strings`() throws {
        let found = try recognition(
            boundary: "d9d2dd6b708c4bbf91a92fab82920c65",
            head: ["User-Agent: Python/3.11 aiohttp/3.14.5", "Content-Length: 1"],
            value: "Content-Type: text/plain; charset=utf-8\r\n"
                + "Content-Disposition: form-data; name=\"gr\u{F6}\u{DF}e \\\"x\\\"\\\\y\"",
            file: "Content-Type: image/png\r\n"
                + "Content-Disposition: form-data; name=\"f\"; filename=\"na\\\"me;x=\\\\y \u{E9}.png\""
        )
        #expect(ids(found) == ["aiohttp"])
        #expect(found.choice.isCertain)
    }

    @Test func `knows undici of a version that ends in the close delimiter`() throws {
        let found = try recognition(boundary: "----formdata-undici-079600439788", head: [], end: "")
        #expect(ids(found) == ["undici"])
    }

    @Test(arguments: ["headers of a program\": X-Part: 1", "X-Trace: 2"])
    func `fields that a program adds to a part are not the encoder's`(_ field: String) throws {
        let found = try recognition(
            boundary: Self.hexadecimal,
            head: Self.session,
            value: "Content-Disposition: form-data; name=\"a\"\r\n\(field)"
        )
        #expect(ids(found) == ["requests"])
    }
}
