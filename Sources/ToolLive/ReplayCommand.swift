import ArgumentParser
import Pipeline
import Repair
import Reporting
import Shell

/// `partwise replay`: sends a captured request again.
struct ReplayCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send a captured request again, byte for byte or repaired, and show the answer.",
        discussion: """
            Head and body are sent as they were on the wire, chunks and all, to the address of the captured packets; of \
            a log, to the server that the URL names. What was HTTP/2, or is in a log that takes heads apart (HAR, \
            Charles, mitmproxy), is written as HTTP/1.1, which is said. A request of which the capture lacks bytes is \
            refused.

            --to sends it to another server: Host changes; all other bytes stay, except for Cookie and Authorization, \
            which are left out unless --keep-credentials is given. What a proxy got is written for the server itself: a \
            target that is a whole URL becomes its path and query, and Proxy-Connection and the other fields for a proxy \
            are left out. --proxy writes a whole URL instead. A path in the URL, be it / alone, takes the place of the request's path and query; without one these \
            stay.

            --both sends the request as captured and then repaired, and shows both answers side by side: where the \
            server takes the second one alone, the client's bytes are at fault.

            Redirects are shown and not followed. The exit code is 0 where every answer has a status below 400; 1 for \
            one above, for a response that breaks off, for a request without one among others, and where the request cannot be sent; 3 where \
            there is no response at all, or what --record names could not be written.

            Examples:
              partwise replay app.pcap#3
              partwise replay app.pcap#3 --to http://127.0.0.1:8080 --both
              partwise replay session.chls#12 --to https://staging.example.com/v2/upload --times 20
            """
    )

    @Argument(
        help: ArgumentHelp(
            "CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var capture: String

    @Option(help: ArgumentHelp("Send it to this server: http or https.", valueName: "url"))
    var to: String?

    @Flag(help: "Send it in the pieces and with the pauses of the capture.")
    var pace = false

    @Flag(help: "Send it as partwise repair writes it.")
    var fix = false

    @Flag(help: "Send it as captured and then repaired, and compare the answers.")
    var both = false

    @Option(
        help: ArgumentHelp(
            "Send it so often, one after another, and count the answers.",
            valueName: "number"
        )
    )
    var times = 1

    @Flag(help: "Send cookies and credentials to another server too.")
    var keepCredentials = false

    @Option(help: ArgumentHelp("Record what is sent and received to this pcapng file.", valueName: "file"))
    var record: String?

    @OptionGroup
    var network: NetworkOptions

    @Option(help: "How to print the answers: text or json.")
    var format = ReplayReport.Format.text

    @OptionGroup(title: "Choices of the repair")
    var choices: RepairOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func validate() throws {
        guard (1...10_000).contains(times) else { throw ValidationError("--times takes 1 to 10000.") }
        guard !(fix && both) else { throw ValidationError("--fix and --both exclude each other.") }
        guard !(fix && pace) else {
            throw ValidationError("--pace is for the bytes as captured: it goes without --fix.")
        }
        guard !both || times == 1 else { throw ValidationError("--both and --times exclude each other.") }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        var options = try selection.inspectionOptions(in: terminal)
        options.keepsMessages = true
        options.keepsDeliveries = pace
        options.excessBytes = FormRepair.excessLimit
        let taking = try ExchangeTaking(capture, selection: selection, options: options, in: terminal)
        var files = FileRoles()
        try files.write(record, "--record")
        try files.read(taking.path, "the capture")
        let plan = try ReplayPlan(self, try taking.take(), named: taking.name)
        plan.announce(in: terminal)
        terminal.flush()
        let end = try ReplaySession.run(
            plan.requests,
            to: plan.destination,
            by: network.settings,
            recordingTo: record,
            keepsMessages: times == 1,
            in: terminal
        ) { answer in
            if format == .text, !both { plan.report(answer, in: terminal) }
        }
        let report = ReplayReport(plan: plan, answers: end.answers)
        switch format {
        case .json: terminal.output.line(report.json)
        case .text:
            let output = try ReportOutput(color: selection.color, terminal: terminal)
            try report.printText(in: terminal, output.style)
        }
        return end.recordingStatus ?? report.status
    }
}

extension ReplayReport.Format: NamedChoice {}
