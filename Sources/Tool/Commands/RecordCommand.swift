import ArgumentParser
import Inspection
import Pipeline
import Reporting
import Shell

/// `partwise record`: captures packets, and judges uploads as they pass.
struct RecordCommand: LiveCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Capture packets from an interface, and judge uploads as they pass.",
        discussion: """
            One line an exchange is printed, and below it what was found, as soon as it is answered, or as the request \
            has ended where something was found in it. With -o the packets are written as captured; the file can be \
            read at any time. The capture ends with Ctrl-C, and a summary. It needs the right to capture: where that is \
            missing, it says how to give it.

            The expression is a capture filter in libpcap's syntax (pcap-filter(7)); --filter takes it too. A key log \
            that --keys names is followed while the client writes it, so that TLS is read as it passes.

            Where files are rotated, an upload or a TLS session may go on in the next one: \
            `cat uploads-*.pcapng | partwise check -` reads them as one.

            Examples:
              partwise record -i lo tcp port 8080
              partwise record -o uploads.pcapng --rotate-size 100M --ring 10 --forms
              partwise record -i eth0 --keys sslkeys.log --embed-keys -o session.pcapng host 192.0.2.7
            """
    )

    @Argument(help: ArgumentHelp("The capture filter, as one word or several.", valueName: "expression"))
    var expression: [String] = []

    @Flag(help: "List the interfaces, and do nothing else.")
    var interfaces = false

    @Option(help: "How to print exchanges: text, or ndjson as check has it.")
    var format = RunningReport.Format.text

    @Option(help: "The least severity that makes the exit code 1; warnings are shown all the same.")
    var threshold: Severity = .error

    @Option(help: "When to use colours: auto, always or never.")
    var color = ColorChoice.auto

    @OptionGroup(title: "Capture")
    var device: CaptureDeviceOptions

    @OptionGroup(title: "Capture")
    var capture: RecordOptions

    @OptionGroup(title: "Recording")
    var recording: RecordingOptions

    @OptionGroup(title: "Rules")
    var judgingProfile: JudgingProfileOptions

    @OptionGroup(title: "Policy")
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Policy")
    var contracts: ContractOptions

    @OptionGroup(title: "Policy")
    var policy: LivePolicyOptions

    @OptionGroup(title: "Selection")
    var selection: RequestSelectionOptions

    func validate() throws {
        guard capture.filter == nil || expression.isEmpty else {
            throw ValidationError(
                "--filter and an expression exclude one another: both are the capture filter."
            )
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        if interfaces {
            try InterfaceList.write(to: ReportOutput(color: color, terminal: terminal))
            return .fine
        }
        let inspector = try policy.inspector(
            by: judgingProfile,
            configuration,
            contracts,
            adding: [],
            in: terminal
        )
        let run = RecordRun(
            device: device,
            recording: recording,
            filter: capture.filter ?? (expression.isEmpty ? nil : expression.joined(separator: " ")),
            keys: capture.keys,
            selection: try selection.selection(in: terminal),
            limits: capture.limits
        )
        return try run.run(
            inspector,
            format,
            threshold: threshold,
            showsReceivers: judgingProfile.receivers,
            color: color,
            in: terminal
        )
    }
}

/// Which packets are captured, and how long.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only packets that match this capture filter (libpcap syntax).",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Decrypt TLS with the keys of this key log (SSLKEYLOGFILE), which is followed as it grows; may be repeated.",
            valueName: "file"
        )
    )
    var keys: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("End after this many packets.", valueName: "number"))
    var count: Int?

    @Option(help: ArgumentHelp("End after this time.", valueName: "seconds"))
    var duration: Int?

    func validate() throws {
        guard count ?? 1 > 0, (1...100_000_000).contains(duration ?? 1) else {
            throw ValidationError("--count and --duration take numbers greater than 0.")
        }
    }

    /// When the capture ends by itself.
    var limits: RecordSession.Limits {
        RecordSession.Limits(packets: count, duration: duration.map { .seconds($0) })
    }
}
