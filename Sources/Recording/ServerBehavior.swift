/// What a server does besides taking a request: as real servers do that a client must cope with.
package struct ServerBehavior: Hashable, Sendable {
    /// The seconds that it waits before it answers.
    package var answerDelay = 0.0
    /// The bytes of content after which it answers 413 and closes; `nil` for never (RFC 9110 §15.5.14).
    package var rejectAfter: Int?
    /// The bytes of content after which it closes without an answer; `nil` for never.
    package var closeAfter: Int?
    /// Whether it leaves `Expect: 100-continue` without an answer.
    package var ignoresExpect = false
    /// Whether it answers 417 to `Expect` (RFC 9110 §15.5.18).
    package var refusesExpect = false
    /// The seconds that it waits before it answers `100 Continue`.
    package var continueDelay = 0.0
    /// The status with which it redirects: 302, 307 or 308; `nil` for none.
    package var redirect: Int?
    /// The path to which it redirects.
    package var redirectPath = "/"
    /// Whether it asks for credentials, and takes any.
    package var asksForCredentials = false
    /// The bytes that it reads in a second; `nil` for all that come.
    package var readRate: Int?

    /// The greatest number of seconds that it waits.
    package static let greatestDelay = 600.0

    /// Makes the behaviour of a server that takes what comes.
    package init() {}

    /// The behaviours by the first segment of a path: `/late/10/upload`; a number follows where one is taken.
    package static let paths: [(name: String, number: String?, help: String)] = [
        ("late", "SECONDS", "answers after 10 seconds"),
        ("early-413", "BYTES", "answers 413 and closes after 65536 bytes of content"),
        ("close", "BYTES", "closes without an answer after 65536 bytes of content"),
        ("slow", "BYTES", "reads 262144 bytes in a second"),
        ("late-100", "SECONDS", "answers Expect with 100 Continue after 2 seconds"),
        ("no-100", nil, "does not answer Expect"),
        ("417", nil, "answers 417 to Expect"),
        ("401", nil, "asks for credentials, and takes any"),
        ("302", nil, "redirects to the rest of the path"),
        ("307", nil, "redirects to the rest of the path; the body is to be sent again"),
        ("308", nil, "redirects to the rest of the path; the body is to be sent again"),
    ]

    /// The same, changed by the path of a request.
    package func changed(by path: String) -> ServerBehavior {
        var behavior = self
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let name = segments.popFirst(), let known = Self.paths.first(where: { $0.name == name }) else {
            return self
        }
        var number: Int?
        var seconds: Double?
        if known.number != nil, let first = segments.first {
            number = Int(first).flatMap { $0 >= 0 ? $0 : nil }
            seconds = known.number == "SECONDS" ? Self.seconds(first) : nil
            if number != nil || seconds != nil { segments.removeFirst() }
        }
        switch known.name {
        case "late": behavior.answerDelay = seconds ?? 10
        case "early-413": behavior.rejectAfter = number ?? 65_536
        case "close": behavior.closeAfter = number ?? 65_536
        case "slow": behavior.readRate = max(number ?? 262_144, 1)
        case "late-100": behavior.continueDelay = seconds ?? 2
        case "no-100": behavior.ignoresExpect = true
        case "417": behavior.refusesExpect = true
        case "401": behavior.asksForCredentials = true
        default:
            behavior.redirect = Int(known.name)
            behavior.redirectPath = "/" + segments.joined(separator: "/")
        }
        return behavior
    }

    /// The number of seconds that a segment is, ``greatestDelay`` at most; `nil` where it is none.
    private static func seconds(_ segment: Substring) -> Double? {
        guard let seconds = Double(segment), seconds.isFinite, seconds >= 0 else { return nil }
        return min(seconds, greatestDelay)
    }
}
