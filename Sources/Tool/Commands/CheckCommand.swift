import ArgumentParser
import Inspection
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise check`: judges every form of the captures.
struct CheckCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judge every form in captures, or a bare body.",
        discussion: """
            Each kind of finding is reported once, with the other places where it occurs; --all reports \
            every one. With --content-type the files are bare bodies, with --request they are raw HTTP \
            requests.

            Examples:
              partwise check session.chls
              partwise check app.pcap --keys sslkeys.log --server-error 'Unexpected end of form'
              partwise check captures/ --format sarif -o uploads.sarif
              partwise check body.bin --content-type 'multipart/form-data; boundary=X'
            """
    )

    /// The output format.
    enum Format: String, NamedChoice {
        case text, json, ndjson, sarif, junit, github, markdown, html
    }

    @Argument(help: ArgumentHelp("Captures: files, directories, - or CAPTURE#N.", valueName: "capture"))
    var captures: [String] = []

    @Option(help: "How to write the report.")
    var format = Format.text

    @Option(
        help:
            "The least severity that makes the exit code 1: error if not given. Errors and warnings are always shown, notes with note."
    )
    var threshold: Severity?

    @Option(help: ArgumentHelp("The files are bare bodies under this Content-Type.", valueName: "value"))
    var contentType: String?

    @Flag(help: "The files hold one raw HTTP request each, head and all.")
    var request = false

    @Flag(help: "Add the SHA-256 of each part's content to the JSON.")
    var digests = false

    @Flag(help: "Report every finding, notes included, in the order of its exchange.")
    var all = false

    @Option(help: ArgumentHelp("Do not apply this rule; may be repeated.", valueName: "rule"))
    var ruleOff: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the report to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "HTML page")
    var page: PageOptions

    @OptionGroup(title: "Rules")
    var judgingProfile: JudgingProfileOptions

    @Flag(
        name: .customLong("init"),
        help: "Write a commented .partwise.yml into the working directory, and do nothing else."
    )
    var writesConfiguration = false

    @OptionGroup(title: "Policy")
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Policy")
    var contracts: ContractOptions

    @OptionGroup(title: "Policy")
    var policy: PolicyOptions

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup
    var jobs: JobOptions

    func validate() throws {
        guard writesConfiguration == captures.isEmpty else {
            throw ValidationError(
                writesConfiguration
                    ? "--init takes no captures." : "Missing expected argument '<capture> ...'"
            )
        }
        guard contentType == nil || !request else {
            throw ValidationError("--content-type and --request exclude one another.")
        }
        for id in ruleOff where RuleCatalogue.complete.rule(id) == nil {
            throw ValidationError(RuleName.complaint(about: id))
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        if writesConfiguration { return try writeConfiguration(in: terminal) }
        let run = try PolicyRun(
            policy,
            under: contracts.read(configuration, in: terminal),
            threshold: threshold,
            inputs: contentType == nil && !request
                ? captures.map { CaptureArgument($0) }
                : captures.map { CaptureArgument(path: $0, exchanges: nil) },
            selectsExchanges: selection.isSelective,
            rulesOff: ruleOff
        )
        let threshold = threshold ?? run.configuration.threshold ?? .error
        let diagnosis = policy.diagnosis
        let selected = try selection.selection(in: terminal)
        let inputs = try inputs
        try FileRoles.keep(captures.map { CaptureArgument($0).path }, from: output)
        let report = try ReportOutput(file: output, color: selection.color, terminal: terminal)
        let reporter: any Reporter =
            switch format {
            case .text:
                TextReporter(
                    to: report.sink,
                    style: report.style,
                    threshold: threshold,
                    showsAll: all,
                    isLive: inputs.hasPipe,
                    showsReceivers: judgingProfile.receivers,
                    firstRules: diagnosis?.rules ?? []
                )
            case .json:
                JSONReporter(
                    to: report.sink,
                    version: Partwise.version,
                    showsReceivers: judgingProfile.receivers
                )
            case .ndjson: NDJSONReporter(to: report.sink, showsReceivers: judgingProfile.receivers)
            case .sarif:
                SARIFReporter(
                    to: report.sink,
                    rules: .complete,
                    version: Partwise.version,
                    threshold: threshold
                )
            case .junit: JUnitReporter(to: report.sink, threshold: threshold) { FileSpool() }
            case .github: GitHubReporter(to: report.sink, threshold: threshold)
            case .markdown: MarkdownReporter(to: report.sink, rules: .complete, threshold: threshold)
            case .html:
                HTMLReporter(
                    to: report.sink,
                    spool: FileSpool(),
                    rules: .complete,
                    version: Partwise.version,
                    limits: page.limits,
                    namesCaptures: inputs.arguments.count > 1,
                    showsReceivers: judgingProfile.receivers
                )
            }
        var options = try selection.inspectionOptions(
            in: terminal,
            judgedBy: run.inspector(by: judgingProfile, without: ruleOff)
        )
        options.redaction = redaction.redaction
        options.wantsDigests = digests
        options.readsPages = contentType == nil
        options.reportsRequests = format == .text && inputs.hasPipe
        if format == .html { page.prepare(&options) }
        if let remark = judgingProfile.remark { terminal.report(remark) }
        var reading = InputReading(
            kind,
            options: options,
            selection: selected,
            jobs: jobs.count,
            terminal: terminal,
            policy: run,
            diagnosis: diagnosis
        )
        reading.requireUploads(policy.requireUploads ?? run.configuration.requiresUploads)
        if [.json, .ndjson, .html].contains(format) { reading.watchCredentials(contents: format == .html) }
        reading.read(inputs, into: reporter)
        terminal.warn(of: reading.totals.credentials, in: format == .html ? "the page" : "the report")
        if let diagnosis, diagnosis.errors.isEmpty {
            terminal.report(
                "\(ServerTextName.complaint(about: diagnosis.text)); all findings are listed in order"
            )
        }
        try run.finish(hasFailed: reading.hasFailed, in: terminal)
        if reading.hasFailed { return .unreadable }
        return status(of: reading.totals, threshold, in: terminal)
    }

    /// The exit status of a run in which everything was read.
    private func status(
        of totals: ReportTotals,
        _ threshold: Severity,
        in terminal: Terminal
    ) -> CommandStatus {
        if totals.judgedUploads == 0 {
            // Machine-readable reports have no closing line.
            if ![.text, .github, .markdown].contains(format) || output != nil {
                for row in totals.reasonsForNothing { terminal.report(row) }
            }
            if totals.lacksUploads {
                terminal.report("no upload was judged, and --require-uploads demands one")
                return .findings
            }
        }
        return totals.hasFindings(atOrAbove: threshold) && !policy.updateBaseline ? .findings : .fine
    }

    private func writeConfiguration(in terminal: Terminal) throws -> CommandStatus {
        let path = (terminal.directory.map { $0 + "/" } ?? "") + Configuration.fileName
        try PolicyText.create(Configuration.template, at: path)
        terminal.report("wrote \(path), which lists the settings with their defaults")
        return .fine
    }

    private var kind: InputKind {
        if let contentType { return .body(contentType: contentType) }
        return request ? .request : selection.kind
    }

    private var inputs: InputList {
        get throws {
            try contentType == nil && !request ? InputList(captures) : InputList(files: captures)
        }
    }
}
