import ArgumentParser
import Bytes
import Pipeline
import Shell

/// `partwise convert`: writes a capture in another format.
struct ConvertCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a capture in another format: har, pcapng, http (raw messages) or curl (a script).",
        discussion: """
            What the format cannot hold is reported on standard error. Of several exchanges, raw messages are \
            written to files of their own (OUT-3.http); a curl script has the contents that it sends beside it \
            (OUT-parts).

            Examples:
              partwise convert app.pcap -o app.har --redact secrets
              partwise convert session.chls#3 -o upload.curl
            """
    )

    @Argument(
        help: ArgumentHelp("CAPTURE, CAPTURE#N or CAPTURE#N,M-P; - is standard input.", valueName: "capture")
    )
    var capture: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, - for standard output; its ending says the format.",
            valueName: "file"
        )
    )
    var output: String

    @Option(help: "The format, where the file's name does not say it: har, pcapng, http or curl.")
    var to: ConversionFormat?

    @OptionGroup(title: "Redaction")
    var redaction: RedactionOptions

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    @OptionGroup
    var jobs: JobOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        guard let format = to ?? ConversionFormat(fileName: output) else {
            throw CommandFailure.usage(
                "\(output): its ending names no format; say --to har, --to pcapng, --to http or --to curl"
            )
        }
        let argument = try CaptureArgument(validating: capture)
        let selected = try selection.selection(in: terminal)
        var options = try selection.inspectionOptions(in: terminal)
        options.redaction = redaction.redaction
        options.keepsMessages = true
        try FileRoles.keep([argument.path], from: output)
        let target = try target(format, of: argument)
        var handler: ConversionHandler
        let capture: InspectedCapture
        do throws(InputFailure) {
            handler = ConversionHandler(
                argument: argument,
                selection: selected,
                target: target,
                isRedacted: options.redaction != nil
            )
            let progress = ReadingProgress(on: terminal)
            defer { progress.wipe() }
            progress.begin(argument.path)
            let inspections = CaptureInspections(
                [CaptureInspections.Input(argument, as: selection.kind)],
                options: options,
                jobs: jobs.count,
                progress: progress.advance
            )
            capture = try inspections.inspect(0, into: &handler)
            terminal.reportProblems(of: capture)
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if let failure = handler.failure { throw failure }
        terminal.warn(of: handler.credentials, in: output == "-" ? "the output" : output)
        if target.writtenCount > 0 || handler.acceptedCount > 0 { try target.finish() }
        for line in target.remarks.lines + handler.remarks.lines {
            terminal.report("\(argument.path): \(line)")
        }
        if target.writtenCount == 0 {
            let mismatch = handler.acceptedCount == 0 ? selected.mismatch(of: capture.exchanges) : nil
            let reason = mismatch.map { ": \($0)" } ?? ""
            terminal.report("\(argument.path): no exchange was written\(reason)")
            return .unreadable
        }
        return capture.isPartlyUnread ? .unreadable : .fine
    }

    private func target(_ format: ConversionFormat, of argument: CaptureArgument) throws
        -> any ConversionTarget
    {
        let source = argument.path.pieces(between: "/").last ?? argument.path
        return switch format {
        case .har: try HARTarget(try file(), source: source)
        case .pcapng: try PcapNGTarget(try file(), source: source)
        case .http: RawHTTPTarget(path: output)
        case .curl: try CurlTarget(path: output, source: source)
        }
    }

    private func file() throws -> OutputFile {
        output == "-" ? OutputFile() : try OutputFile(replacing: output)
    }
}

/// Passes the selected exchanges to a target, with their bytes.
private struct ConversionHandler: InspectionHandler {
    let argument: CaptureArgument
    let selection: ExchangeSelection
    let target: any ConversionTarget
    /// The number of selected exchanges.
    private(set) var acceptedCount = 0
    /// What was left out before the target received it.
    private(set) var remarks = ConversionRemarks()
    /// The credentials in what was written; `nil` where they are redacted.
    private(set) var credentials: Credentials?
    /// Why writing stopped, if it did.
    private(set) var failure: (any Error)?

    init(
        argument: CaptureArgument,
        selection: ExchangeSelection,
        target: any ConversionTarget,
        isRedacted: Bool
    ) {
        credentials = isRedacted ? nil : Credentials()
        self.argument = argument
        self.selection = selection
        self.target = target
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let inspected = exchange
        guard let kept = inspected.kept?.value, failure == nil,
            argument.exchanges?.contains(inspected.number) ?? true, selection.accepts(inspected)
        else { return }
        acceptedCount += 1
        guard !kept.isBodyWithheld else {
            remarks.add(
                "left out, because the body is compressed, and nothing can be replaced in it",
                of: inspected.number
            )
            return
        }
        credentials?.add(inspected.exchange, form: inspected.form)
        do { try target.write(ConvertedExchange(inspected: inspected, kept: kept)) } catch {
            failure = error
        }
    }
}
