import ArgumentParser
import Bytes
import Inspection
import InspectionRules
import NIOCore
import Pipeline
import Recording
import Reporting
import Shell

/// `partwise sink`: takes uploads, and answers with the verdict.
struct SinkCommand: LiveCommand {
    static let configuration = CommandConfiguration(
        commandName: "sink",
        abstract: "Take any upload, judge it as it comes, and answer with the verdict.",
        discussion: """
            The answer is what check --format json says of the request, or a page for a browser: 200, or 400 where there \
            is an error. One line a request is printed, and below it what was found. GET / gives a form to send, and \
            lists the paths that behave as other servers do: /late/10/upload answers after 10 seconds. One port takes \
            HTTP/1.1, HTTP/2 and TLS; GET /certificate.pem gives the certificate to trust.

            Examples:
              partwise sink
              partwise sink --listen 127.0.0.1:8080 -o uploads.pcapng
              partwise sink --ui
              curl -F title=Holiday -F photo=@beach.jpg http://127.0.0.1:8080/upload
            """
    )

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "host:port"))
    var listen = ListenAddress(loopbackPort: 8080)

    @Flag(help: "Listen on an address that other machines reach.")
    var allowRemote = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Record what passes to this pcapng file.", valueName: "file")
    )
    var output: String?

    @Option(
        help: ArgumentHelp("The certificate for TLS, as PEM; one of its own if not given.", valueName: "file")
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The key of the certificate, where it is in another file.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Keep the parts of uploads in folders of this one.", valueName: "folder"))
    var store: String?

    @OptionGroup
    var page: RecordingPageOptions

    @Option(help: "How to print requests: text, or ndjson as check has it.")
    var format = LiveReport.Format.text

    @Option(help: "The least severity that makes the exit code 1; warnings are shown all the same.")
    var threshold: Severity = .error

    @OptionGroup(title: "Behaviour")
    var knobs: SinkOptions

    @OptionGroup(title: "Limits")
    var limits: SinkLimits

    @OptionGroup(title: "Rules")
    var judgingProfile: JudgingProfileOptions

    @OptionGroup(title: "Policy")
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Policy")
    var contracts: ContractOptions

    @OptionGroup(title: "Policy")
    var policy: LivePolicyOptions

    func validate() throws {
        try listen.checkPort(of: "--listen")
        guard listen.isLoopback || allowRemote else {
            throw ValidationError("\(listen.reach): --allow-remote allows that.")
        }
        guard key == nil || certificate != nil else {
            throw ValidationError("--key is the key of a certificate: --certificate names that.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        var files = FileRoles()
        try files.write(output, "-o")
        try files.read(certificate, "--certificate")
        try files.read(key, "--key")
        let inspector = try policy.inspector(
            by: judgingProfile,
            configuration,
            contracts,
            adding: PhotoPicker.rules(),
            in: terminal
        )
        let service = LiveService(on: listen, in: terminal) {
            "listening on http://\($0) and https://\($0); Ctrl-C ends"
        }
        return try service.run { try makeSink(inspector, in: terminal, on: $0) }
    }

    private func makeSink(
        _ inspector: Inspector,
        in terminal: Terminal,
        on loop: any EventLoop
    ) throws -> (server: any LiveServer, report: LiveReport) {
        var options = InspectionOptions(.standard)
        options.inspector = inspector
        options.reportsRequests = true
        let store = try UploadStore(in: store)
        let keepsAll = self.store != nil
        options.wantsContent = { head in
            keepsAll || SinkRequest(head, isSecure: false).path == PhotoPicker.path
        }
        let reports = LiveReport(
            to: try ReportOutput(color: .auto, terminal: terminal),
            format,
            path: output ?? "live",
            threshold: threshold,
            on: loop
        ) { terminal.report($0) }
        page.prepare(&options)
        let traffic = try LiveTraffic(options, recorder: .option(output, in: terminal, on: loop))
        reports.page = page.page(
            of: "sink",
            traffic,
            file: output,
            // Its certificate is its own.
            replayOptions: ["--insecure"],
            on: loop
        )
        let certificate =
            try certificate.map { try ServerCertificate(at: $0, keyAt: key ?? $0) }
            ?? ServerCertificate(for: listen.host)
        let sink = UploadSink(
            traffic,
            for: VerdictSite(knobs.behavior, certificate: certificate, reports: reports, store: store),
            certificate: certificate,
            timeout: limits.timeout,
            bodyLimit: limits.maxBody ?? Int.max,
            connectionLimit: limits.maxConnections
        )
        return (sink, reports)
    }
}

/// How the sink behaves on every path.
struct SinkOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Answer after this time.", valueName: "seconds"))
    var answerAfter = 0.0

    @Option(help: ArgumentHelp("Answer 413 and close after so much of the content.", valueName: "bytes"))
    var rejectAfter: Int?

    @Option(help: ArgumentHelp("Close without an answer after so much of the content.", valueName: "bytes"))
    var closeAfter: Int?

    @Flag(help: "Do not answer Expect with 100 Continue.")
    var noContinue = false

    @Flag(help: "Answer 417 to Expect.")
    var refuseExpect = false

    @Flag(help: "Ask for credentials, and take any.")
    var askCredentials = false

    @Option(help: ArgumentHelp("Read so much in a second.", valueName: "bytes"))
    var readRate: Int?

    func validate() throws {
        guard (0...ServerBehavior.greatestDelay).contains(answerAfter) else {
            throw ValidationError("--answer-after takes 0 to 600 seconds.")
        }
        guard !noContinue || !refuseExpect else {
            throw ValidationError("--no-continue and --refuse-expect exclude each other.")
        }
        guard (rejectAfter ?? 0) >= 0, (closeAfter ?? 0) >= 0, (readRate ?? 1) > 0 else {
            throw ValidationError("--reject-after, --close-after and --read-rate take numbers of bytes.")
        }
    }

    /// The behaviour.
    var behavior: ServerBehavior {
        var behavior = ServerBehavior()
        behavior.answerDelay = answerAfter
        behavior.rejectAfter = rejectAfter
        behavior.closeAfter = closeAfter
        behavior.ignoresExpect = noContinue
        behavior.refusesExpect = refuseExpect
        behavior.asksForCredentials = askCredentials
        behavior.readRate = readRate
        return behavior
    }
}

/// How much the sink takes.
struct SinkLimits: ParsableArguments {
    @Option(help: ArgumentHelp("Answer 408 where nothing came for so long.", valueName: "seconds"))
    var timeout = 30

    @Option(help: ArgumentHelp("Answer 413 to longer bodies.", valueName: "bytes"))
    var maxBody: Int?

    @Option(help: ArgumentHelp("Close further connections at once.", valueName: "number"))
    var maxConnections = 4_096

    func validate() throws {
        guard timeout > 0, maxBody ?? 1 > 0, maxConnections > 0 else {
            throw ValidationError("Limits are numbers greater than 0.")
        }
    }
}
