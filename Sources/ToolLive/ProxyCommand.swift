import ArgumentParser
import Exchanges
import Filters
import Forms
import Inspection
import InspectionRules
import NIOCore
import NIOSSL
import Pipeline
import Recording
import Reporting
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `partwise proxy`: records what clients send through it, and judges it as it passes.
struct ProxyCommand: LiveCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Pass requests on as an HTTP proxy, record them byte for byte, and judge each upload.",
        discussion: """
            Set it as the HTTP proxy of a client: for https, the client has to trust the authority that the proxy makes \
            when it first runs (--ca install-hint says how). What the client sends is passed on as it is, and recorded \
            with -o as the client sent it, TLS taken off; check, diff and Wireshark read the file. One line an exchange \
            is printed, and below it what was found.

            Examples:
              partwise proxy -o session.pcapng --ui
              curl --proxy 127.0.0.1:8888 --insecure -F fileToUpload=@image.png https://example.com/api
              partwise proxy --reverse https://example.com --listen 127.0.0.1:8080
              partwise proxy --attach photo=@image.png --for '||example.com^'
              partwise proxy --map http://localhost:3000 --for '||api.example.com^'
              partwise proxy --ca install-hint
            """
    )

    /// What to do with the authority instead of running the proxy.
    enum AuthorityAction: String, NamedChoice {
        case export
        case installHint = "install-hint"
        case rotate
    }

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "host:port"))
    var listen = ListenAddress(loopbackPort: 8888)

    @Flag(help: "Listen on an address that other machines reach; needs --auth.")
    var allowRemote = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Record what clients send and get to this pcapng file.", valueName: "file")
    )
    var output: String?

    @Option(
        help: ArgumentHelp("Record what servers get and send to this pcapng file.", valueName: "file")
    )
    var upstreamRecord: String?

    @Option(
        help: ArgumentHelp("When it ends, write the recording as HAR to this file too.", valueName: "file")
    )
    var har: String?

    @OptionGroup
    var page: RecordingPageOptions

    @Option(help: "How to print exchanges: text, or ndjson as check has it.")
    var format = LiveReport.Format.text

    @Option(help: "The least severity that makes the exit code 1; warnings are shown all the same.")
    var threshold: Severity = .error

    @OptionGroup(title: "Servers")
    var servers: ProxyServerOptions

    @OptionGroup(title: "Changes")
    var rewriting: RewritingOptions

    @OptionGroup(title: "Authority")
    var trust: ProxyTrustOptions

    @OptionGroup(title: "Limits")
    var limits: ProxyLimits

    @OptionGroup(title: "Rules")
    var judgingProfile: JudgingProfileOptions

    @OptionGroup(title: "Policy")
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Policy")
    var contracts: ContractOptions

    @OptionGroup(title: "Policy")
    var policy: LivePolicyOptions

    /// The options that were given of those that only a running proxy has a use for.
    private var runningOptions: [String] {
        let given = [
            ("-o", output != nil), ("--upstream-record", upstreamRecord != nil), ("--har", har != nil),
            ("--ui", page.ui != nil), ("--reverse", servers.reverse != nil),
            ("--upstream-proxy", servers.upstreamProxy != nil),
            ("--passthrough", !servers.passthrough.isEmpty),
            ("--block", !servers.block.isEmpty), ("--show-blocked", servers.showBlocked),
            ("--insecure", !trust.insecure.isEmpty), ("--cacert", trust.cacert != nil),
            ("--keylog", trust.keylog != nil), ("--auth", limits.auth != nil),
            ("--allow-remote", allowRemote),
            ("a change of requests", !rewriting.isEmpty),
        ]
        return given.filter(\.1).map(\.0)
    }

    func validate() throws {
        if trust.ca != nil, let option = runningOptions.first {
            throw ValidationError("With --ca the proxy does not run: \(option) has no use there.")
        }
        try listen.checkPort(of: "--listen")
        guard listen.isLoopback || allowRemote else {
            throw ValidationError("\(listen.reach): --allow-remote allows that.")
        }
        guard listen.isLoopback || limits.auth != nil else {
            throw ValidationError("A proxy that other machines reach needs a password: --auth user:password.")
        }
        guard har == nil || output != nil else { throw ValidationError("--har takes -o.") }
        guard listen.isLoopback || servers.reverse == nil else {
            // Its clients do not know that they speak with a proxy, and cannot be asked for a password.
            throw ValidationError("With --reverse the proxy listens on this machine alone.")
        }
        guard limits.auth == nil || servers.reverse == nil else {
            throw ValidationError("With --reverse no password can be asked for: --auth has no use there.")
        }
        if let reverse = servers.reverse, reverse.port == listen.port, reverse.isOnThisMachine {
            throw ValidationError("--reverse names the proxy itself.")
        }
    }

    /// No file that is written is another one too.
    private func checkFiles() throws {
        var files = FileRoles()
        try files.write(output, "-o")
        try files.write(upstreamRecord, "--upstream-record")
        try files.write(har, "--har")
        try files.write(trust.keylog, "--keylog")
        try files.read(trust.cacert, "--cacert")
        for path in servers.block { try files.read(path, "--block") }
        for path in rewriting.files { try files.read(path, "--changes") }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        if let action = trust.ca { return try perform(action, in: terminal) }
        try checkFiles()
        let inspector = try policy.inspector(
            by: judgingProfile,
            configuration,
            contracts,
            adding: [],
            in: terminal
        )
        let target = servers.reverse.map { ", for \($0.origin)" } ?? ""
        let service = LiveService(on: listen, in: terminal) { "proxy on \($0)\(target); Ctrl-C ends" }
        let status = try service.run { try makeProxy(inspector, in: terminal, on: $0) }
        // Where recording has stopped, it is of what was recorded until then.
        guard let har, let output else { return status }
        // All is recorded: what is left may be broken off.
        StopSignals.release()
        try HARTarget.write(recording: output, to: har, in: terminal)
        return status
    }

    private func makeProxy(
        _ inspector: Inspector,
        in terminal: Terminal,
        on loop: any EventLoop
    ) throws -> (server: any LiveServer, report: LiveReport) {
        var options = InspectionOptions(.standard)
        options.inspector = inspector
        options.reportsAnswers = true
        let rewritingFiles = RuleFiles(rewriting.files, of: "changes", in: terminal)
        let changes = try rewriting.settings(in: terminal)
        // A file may have such a change when it is saved.
        if !rewriting.files.isEmpty || changes?.rewritesForms ?? false {
            options.handsOnBody = { MediaType($0.fields)?.isFormData ?? false }
        }
        let report = LiveReport(
            to: try ReportOutput(color: .auto, terminal: terminal),
            format,
            path: output ?? "live",
            threshold: threshold,
            namesServer: true,
            on: loop
        ) { terminal.report($0) }
        page.prepare(&options)
        let traffic = try LiveTraffic(options, recorder: .option(output, in: terminal, on: loop))
        report.page = page.page(
            of: "proxy",
            traffic,
            file: output,
            replayOptions: trust.replayOptions,
            on: loop
        )
        let keyLog = try trust.keylog.map { try KeyLogWriter(to: $0) }
        var upstreamOptions = InspectionOptions(.standard)
        upstreamOptions.reportsResponses = true
        // The exchanges of streams are reported as those of their connections.
        var streamOptions = options
        streamOptions.reportsAnswers = false
        streamOptions.reportsRequests = false
        streamOptions.reportsResponses = true
        let proxy = RecordingProxy(
            traffic,
            upstream: try LiveTraffic(
                upstreamOptions,
                recorder: .option(upstreamRecord, in: terminal, on: loop)
            ),
            streams: try LiveTraffic(streamOptions, recorder: nil),
            settings,
            changes,
            authority: try CertificateAuthority(in: trust.caFolder, keyLog: keyLog),
            trustRoots: try trust.roots(),
            keyLog: keyLog,
            report: report,
            on: loop
        )
        rewritingFiles.follow(on: loop) {
            proxy.changes = try rewriting.settings(in: terminal)
            return proxy.changes?.count ?? 0
        }
        let files = RuleFiles(servers.block, of: "rules", in: terminal)
        if !servers.block.isEmpty { proxy.rules = try FilterReading.read(servers.block, in: terminal) }
        files.follow(on: loop) {
            proxy.rules = try FilterReading.read(servers.block, in: terminal)
            return proxy.rules?.count ?? 0
        }
        return (proxy, report)
    }

    private var settings: RecordingProxy.Settings {
        var settings = RecordingProxy.Settings()
        settings.reverse = servers.reverse
        settings.upstreamProxy = servers.upstreamProxy
        settings.passthrough = servers.passthrough
        settings.showsBlocked = servers.showBlocked
        settings.insecureHosts = trust.insecure
        settings.timeout = limits.timeout
        settings.connectionLimit = limits.maxConnections
        settings.authorization = limits.auth.map { "Basic \(Data($0.utf8).base64EncodedString())" }
        return settings
    }

    // MARK: The authority

    private func perform(_ action: AuthorityAction, in terminal: Terminal) throws -> CommandStatus {
        if action == .rotate { try CertificateAuthority.remove(in: trust.caFolder) }
        let authority = try CertificateAuthority(in: trust.caFolder)
        switch action {
        case .export: terminal.output.write(authority.pem)
        case .rotate:
            terminal.report("\(authority.path) is new: clients have to trust it, and may forget the old one")
        case .installHint: terminal.output.write(Self.hint(authority.path))
        }
        return .fine
    }

    private static func hint(_ path: String) -> String {
        """
        The authority's certificate is \(path).

        curl              curl --cacert \(path) …, or --insecure
        Node              NODE_EXTRA_CA_CERTS=\(path)
        Python requests   REQUESTS_CA_BUNDLE=\(path)
        Go, OpenSSL       SSL_CERT_FILE=\(path)
        Java              keytool -importcert -alias partwise -file \(path) -keystore truststore.p12
        Debian, Ubuntu    sudo cp \(path) /usr/local/share/ca-certificates/partwise.crt
                          sudo update-ca-certificates
        macOS             security add-trusted-cert -k ~/Library/Keychains/login.keychain-db \(path)
        Chrome            takes the system's on macOS; on Linux:
                          certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n partwise -i \(path)
        Firefox           Settings, Privacy & Security, Certificates, View Certificates, Authorities, Import
        phones            with the proxy set, open http://\(RecordingProxy.ownHost)/

        Someone who has the key beside it can read the https of clients that trust it: remove it from them when you \
        are done, and make a new one with partwise proxy --ca rotate.

        """
    }
}
