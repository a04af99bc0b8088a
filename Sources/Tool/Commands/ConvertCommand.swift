import ArgumentParser
import Pipeline
import Shell

/// `partwise convert`: writes a capture in another format.
struct ConvertCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a capture in another format: har, pcapng, http (raw messages) or curl (a script).",
        discussion: """
            What the format cannot hold is said on standard error. Of several exchanges, raw messages are written to \
            files of their own (OUT-3.http); a curl script has the contents that it sends beside it (OUT-parts).
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

    func run(in terminal: Terminal) throws -> CommandStatus {
        guard let format = to ?? ConversionFormat(fileName: output) else {
            throw CommandFailure.usage(
                "\(output): its ending names no format; say --to har, --to pcapng, --to http or --to curl"
            )
        }
        let argument = CaptureArgument(capture)
        var options = try selection.inspectionOptions(in: terminal)
        options.redaction = redaction.redaction
        let target = try target(format, of: argument)
        var handler: ConversionHandler
        do {
            handler = ConversionHandler(
                keeper: try ExchangeKeeper(),
                argument: argument,
                selection: selection.selection,
                target: target
            )
            let capture = try CaptureInspection(options: options).inspect(
                path: argument.path,
                as: selection.kind,
                into: &handler
            )
            terminal.reportProblems(of: capture)
        } catch let failure as InputFailure {
            throw CommandFailure.unreadable("\(failure)")
        }
        if let failure = handler.failure { throw failure }
        if target.writtenCount > 0 || handler.acceptedCount > 0 { try target.finish() }
        for line in target.remarks.lines + handler.remarks.lines {
            terminal.report("\(argument.path): \(line)")
        }
        if target.writtenCount == 0 {
            terminal.report("\(argument.path): no exchange was written")
            return .unreadable
        }
        return .fine
    }

    private func target(_ format: ConversionFormat, of argument: CaptureArgument) throws
        -> any ConversionTarget
    {
        let source = argument.path.split(separator: "/").last.map(String.init) ?? argument.path
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

/// Hands the exchanges that are wanted to a target, with their bytes.
private struct ConversionHandler: InspectionHandler {
    let keeper: ExchangeKeeper?
    let argument: CaptureArgument
    let selection: ExchangeSelection
    let target: any ConversionTarget
    /// How many exchanges were wanted.
    private(set) var acceptedCount = 0
    /// What was left out before a target saw it.
    private(set) var remarks = ConversionRemarks()
    private var writeFailure: (any Error)?

    init(
        keeper: ExchangeKeeper,
        argument: CaptureArgument,
        selection: ExchangeSelection,
        target: any ConversionTarget
    ) {
        self.keeper = keeper
        self.argument = argument
        self.selection = selection
        self.target = target
    }

    /// Why writing stopped, where it did.
    var failure: (any Error)? {
        writeFailure ?? keeper?.failure.map { CommandFailure.unreadable("\($0)") }
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let inspected = exchange
        guard let kept = keeper?.take(inspected.number), writeFailure == nil,
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
        do { try target.write(ConvertedExchange(inspected: inspected, kept: kept)) } catch {
            writeFailure = error
        }
    }
}
