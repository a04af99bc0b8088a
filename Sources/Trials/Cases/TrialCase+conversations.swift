import Recording

extension TrialCase {
    /// A field and a file of a known size.
    private static func upload(_ count: Int) -> [TrialPart] {
        [.field("title", "größe"), .file("data.bin", .random(count))]
    }

    static let framings: [TrialCase] = [
        TrialCase("boundary/fresh", "the same form twice: two boundaries", "RFC 2046 §5.1.1", upload(1_000)) {
            $0.uploads = 2
            $0.demands = [.freshBoundaries]
        },
        TrialCase(
            "boundary/grammar",
            "the boundary's grammar, and its quotes in Content-Type",
            "RFC 2046 §5.1.1",
            upload(1_000)
        ),
        TrialCase(
            "framing/known-length",
            "a file of known size: Content-Length",
            "RFC 9112 §6.3",
            upload(100_000)
        ) {
            $0.demands = [.declaredLength]
        },
        TrialCase(
            "framing/unknown-length",
            "a stream that does not tell its length: chunks",
            "RFC 9112 §6.1",
            upload(100_000)
        ) { $0.needs = [.unknownLength] },
        TrialCase("framing/slow-stream", "a stream that pauses for 2 s", "RFC 9112 §6", upload(100_000)) {
            $0.needs = [.pause]
        },
        TrialCase(
            "framing/three-in-a-row",
            "three uploads, one after another",
            "RFC 9112 §9.3",
            upload(20_000)
        ) {
            $0.uploads = 3
            $0.demands = [.tellsConnections]
        },
        TrialCase("framing/tls", "an upload over TLS", "RFC 8446", upload(100_000)) { $0.needs = [.tls] },
        TrialCase("framing/h2", "an upload over HTTP/2", "RFC 9113 §8.1", upload(100_000)) {
            $0.needs = [.tls, .http2]
            $0.demands = [.http2]
        },
        TrialCase(
            "framing/h2-small-window",
            "HTTP/2 with a window of 1,024 bytes",
            "RFC 9113 §5.2",
            upload(20_000)
        ) {
            $0.needs = [.tls, .http2]
            $0.demands = [.http2]
            $0.hasSmallWindow = true
        },
    ]

    private static func conversation(
        _ name: String,
        _ purpose: String,
        _ clause: String,
        size: Int = 20_000,
        _ change: (inout TrialCase) -> Void
    ) -> TrialCase {
        TrialCase("http/\(name)", purpose, clause, upload(size), change)
    }

    static let conversations: [TrialCase] = [
        conversation("307", "a redirect: the whole form again", "RFC 9110 §15.4.8") {
            $0.needs = [.redirect]
            $0.server.redirect = 307
        },
        conversation("401-then-200", "credentials are asked for: the whole form again", "RFC 9110 §15.5.2") {
            $0.needs = [.credentials]
            $0.server.asksForCredentials = true
        },
        conversation("continue-late", "100 Continue after 2 s", "RFC 9110 §10.1.1") {
            $0.needs = [.expect]
            $0.server.continueDelay = 2
            $0.demands = [.tellsWait]
        },
        conversation("continue-never", "no 100 Continue: the form all the same", "RFC 9110 §10.1.1") {
            $0.needs = [.expect]
            $0.server.ignoresExpect = true
            $0.demands = [.tellsWait]
        },
        conversation("417", "the expectation is refused: again without it, or an error", "RFC 9110 §15.5.18")
        {
            $0.needs = [.expect]
            $0.server.refusesExpect = true
            $0.ending = .uploadedOrRefused
        },
        conversation("413-early", "413 after 64 KiB: told to the user", "RFC 9110 §15.5.14", size: 8 << 20) {
            $0.server.rejectAfter = 65_536
            $0.ending = .rejected
        },
        conversation("cut", "the server hangs up after 64 KiB: an error", "RFC 9112 §9.5", size: 8 << 20) {
            $0.server.closeAfter = 65_536
            $0.ending = .cut
        },
        conversation(
            "slow-reader",
            "2 MiB to a server that reads 256 KiB a second",
            "RFC 9112 §9.3",
            size: 2 << 20
        ) {
            $0.server.readRate = 262_144
            $0.timeLimit = 60
        },
        conversation("late-answer", "an answer after 10 s", "RFC 9110 §15") { $0.server.answerDelay = 10 },
    ]
}
