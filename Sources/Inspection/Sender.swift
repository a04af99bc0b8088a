package import Bytes

/// The kind of software that sent a request, as its User-Agent shows: it decides how a fix is worded.
package enum Sender: Hashable, CaseIterable, Sendable {
    /// URLSession, Alamofire and others of Apple's systems: code in Swift or Objective-C.
    case apple
    /// A page in a browser: fetch, XMLHttpRequest, a form.
    case browser
    /// Node.js and other JavaScript outside browsers.
    case node
    /// Python.
    case python
    /// Java and Kotlin: OkHttp, HttpClient, Android.
    case java
    /// .NET.
    case dotNet
    /// PHP.
    case php
    /// Go.
    case go
    /// Dart and Flutter.
    case dart
    /// curl.
    case curl

    /// Recognises a sender by the field lines of its request; `nil` where they do not show it.
    package init?(_ fields: FieldSection) {
        guard let agent = fields.value(.userAgent), !agent.isEmpty else { return nil }
        let name = String(decoding: agent.prefix(512), as: UTF8.self).lowercased()
        guard let match = Self.words.first(where: { entry in entry.words.contains { name.contains($0) } })
        else { return nil }
        self = match.sender
    }

    /// Words of User-Agent values in lowercase, the more specific first: many claim to be Mozilla.
    private static let words: [(sender: Sender, words: [String])] = [
        (.apple, ["cfnetwork", "alamofire", "swift", "darwin/", "nsurl"]),
        (.java, ["okhttp", "java", "apache-httpclient", "dalvik", "kotlin", "ktor"]),
        (.python, ["python", "aiohttp", "httpx", "urllib", "niquests"]),
        (.dart, ["dart"]),
        (.node, ["node", "undici", "axios", "deno/", "bun/"]),
        (.dotNet, [".net", "restsharp", "dotnet"]),
        (.php, ["guzzle", "php"]),
        (.go, ["go-http-client"]),
        (.curl, ["curl/"]),
        (.browser, ["mozilla/"]),
    ]
}

extension Sender {
    /// The argument by which a library of Python takes a form: requests and httpx have `files`, aiohttp has not.
    package static func formArgumentOfPython(_ fields: FieldSection) -> String {
        let agent = fields.value(.userAgent).map { String(decoding: $0.prefix(512), as: UTF8.self) }
        return agent?.lowercased().contains("aiohttp") ?? false ? "data=FormData(…)" : "files="
    }

    /// How to get the right Content-Length.
    package static let lengthAdvice: [Sender: String] = [
        .apple: """
        Use `body.count` of the finished Data, or leave Content-Length out: URLSession sets it from httpBody. A \
        String's `count` is a number of characters, `utf8.count` is its bytes.
        """,
        .browser: "Do not set Content-Length: browsers compute it from the body that is given to fetch.",
        .node: """
        Take `Buffer.byteLength(body)` or the Buffer's `length`, not the length of a string; or pass the FormData \
        and set no Content-Length.
        """,
        .python: """
        Pass `files=` or `data=FormData(…)` and let the library count, or take `len()` of the encoded bytes: `len()` \
        of a str counts characters.
        """,
        .java: """
        Take the length of `getBytes(UTF_8)` of the whole body; `String.length()` counts UTF-16 code units. \
        OkHttp's MultipartBody counts by itself.
        """,
        .dotNet: """
        Leave the length to MultipartFormDataContent, or take `Encoding.UTF8.GetByteCount`: `string.Length` counts \
        UTF-16 code units.
        """,
        .php: "Take `strlen()` of the whole body, not `mb_strlen()`; cURL counts by itself.",
        .go: "Use `len()` of the finished bytes; http.NewRequest counts by itself for a bytes.Buffer.",
        .dart: "Take the length of `utf8.encode(body)`: `String.length` counts UTF-16 code units.",
    ]

    /// How to keep one boundary for the header and all delimiters.
    package static let boundaryAdvice: [Sender: String] = [
        .apple: """
        Create the boundary once, `let boundary = UUID().uuidString`, and use that constant for Content-Type and \
        every delimiter; a computed property makes a new one each time.
        """,
        .browser: """
        Pass the FormData as the body and do not set Content-Type: the browser writes the header and the \
        delimiters with one boundary.
        """,
        .node: """
        Keep the boundary in one constant; with the package form-data send `form.getHeaders()` of the same form \
        that is the body.
        """,
        .python:
            "Keep the boundary in one variable, or pass `files=` or `data=FormData(…)` and set no Content-Type.",
        .java:
            "Build the header and the body from the same MultipartBody, or keep the boundary in one variable.",
    ]
}
