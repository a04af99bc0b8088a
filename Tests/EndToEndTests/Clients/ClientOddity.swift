import Inspection
import TestSupport

/// Something that genuine clients do and that deserves a warning or an error.
struct ClientOddity: Sendable {
    /// The rule's id.
    let rule: String
    /// How much it matters.
    let severity: Severity
    /// The captures, by client and form; a star at the end stands for all forms.
    let captures: [String]
    /// What the client does, and what is to be said for or against it.
    let reason: String

    /// All that has been seen, each with its reason.
    static let all = [
        ClientOddity(
            rule: "boundary/too-long",
            severity: .error,
            captures: ["java-*", "mitm-dev-reverse"],
            reason: "the boundary is a number of 256 bits in decimal: 76 or 77 characters, RFC 2046 allows 70"
        ),
        ClientOddity(
            rule: "boundary/illegal-char",
            severity: .warning,
            captures: ["httpclient-*"],
            reason: "the recipe's constant boundary ends in $, which is not a bchar of RFC 2046"
        ),
        ClientOddity(
            rule: "content-type/charset-param",
            severity: .warning,
            captures: ["apache-browser-*", "mitm-dev-charset"],
            reason: "the browser-compatible mode appends charset=UTF-8, for which RFC 7578 has no place"
        ),
        ClientOddity(
            rule: "disposition/raw-crlf",
            severity: .error,
            captures: [
                "apache-browser-names", "apache-names", "apache-rfc6532-names", "go-names",
                "httpclient-names",
                "java-names", "libsoup-names", "perl-lwp-names", "php-guzzle-names", "ruby-nethttp-names",
                "ruby-restclient-names", "swift-names",
            ],
            reason: "a line break in the filename is sent raw, with a backslash before it at best"
        ),
        ClientOddity(
            rule: "disposition/raw-lf-or-cr",
            severity: .error,
            captures: ["primp-names"],
            reason: "the CR and the LF of the filename are sent raw, each with a backslash before it"
        ),
        ClientOddity(
            rule: "disposition/raw-quote",
            severity: .error,
            captures: [
                "httpclient-names", "httpclient-tricky", "java-names", "java-tricky", "php-guzzle-names",
                "php-guzzle-tricky", "ruby-restclient-names", "ruby-restclient-tricky", "swift-names",
                "swift-tricky", "swift-upload-tricky", "mitm-dev-reverse",
            ],
            reason: "nothing is escaped: the quote in the name ends it early"
        ),
        ClientOddity(
            rule: "disposition/filename-star",
            severity: .error,
            captures: ["libsoup-tricky", "libsoup-umlaut"],
            reason: "the filename is sent only as filename*, which RFC 7578 forbids"
        ),
        ClientOddity(
            rule: "disposition/name-star",
            severity: .error,
            captures: ["libsoup-names", "primp-names"],
            reason: "the name is sent only as name*, which no specification of forms knows"
        ),
        ClientOddity(
            rule: "part-header/file-without-content-type",
            severity: .warning,
            captures: ["primp-plain", "primp-tricky", "requests-notype-tricky"],
            reason: "a PNG is sent without Content-Type, and so as text/plain"
        ),
        ClientOddity(
            rule: "part-header/cte-encoded",
            severity: .error,
            captures: ["curl-encoders"],
            reason: "asked for by encoder=: base64 and quoted-printable, which servers store as they are"
        ),
        ClientOddity(
            rule: "part-header/other-field",
            severity: .warning,
            captures: ["curl-encoders"],
            reason: "asked for by headers=: the field X-Part, which receivers must ignore"
        ),
        ClientOddity(
            rule: "part/nested-multipart",
            severity: .warning,
            captures: ["curl-nested-mixed"],
            reason: "several files under one name: multipart/mixed, which RFC 7578 deprecates"
        ),
    ]

    /// The oddities that a capture is known for.
    static func known(of capture: CaptureFile) -> [ClientOddity] {
        all.filter { oddity in oddity.captures.contains { matches($0, id(of: capture)) } }
    }

    /// Whether a capture's id is meant by an entry of ``captures``.
    static func matches(_ pattern: String, _ id: String) -> Bool {
        pattern.hasSuffix("*") ? id.hasPrefix(pattern.dropLast()) : id == pattern
    }

    /// A capture's client and form, such as `java-plain`, whichever folder it lies in.
    static func id(of capture: CaptureFile) -> String {
        let id = capture.stem.replacing("/", with: "-")
        for (client, short) in shortNames where id.hasPrefix(client + "-") {
            return short + id.dropFirst(client.count)
        }
        return id
    }

    private static let shortNames = [
        "apache-httpclient": "apache", "http-client": "httpclient", "java-httpclient": "java",
        "swift-urlsession": "swift",
    ]
}
