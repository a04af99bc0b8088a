import ArgumentParser
import Bytes
import Exchanges
import Forms
import Pipeline
import Reporting

/// `partwise extract`: writes the parts of an upload to files.
struct ExtractCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write the parts of one upload to files under safe names, with a manifest."
    )

    @Argument(
        help: ArgumentHelp(
            "CAPTURE#N; of a capture with one upload, CAPTURE is enough.",
            valueName: "capture"
        )
    )
    var capture: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The directory to write to; made if need be.", valueName: "directory")
    )
    var output: String

    @Flag(help: "Replace files that are in the way.")
    var force = false

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        var options = try selection.inspectionOptions(in: terminal)
        let reference = UploadReference(selection: selection, options: options)
        let argument = try reference.resolve(CaptureArgument(capture))
        let number = argument.exchanges?.single ?? 1
        options.wantsDigests = true
        var extraction = PartExtraction(number: number, files: try PartFiles(in: output))
        do throws(InputFailure) {
            _ = try CaptureInspection(options: options).inspect(
                path: argument.path,
                as: selection.kind,
                into: &extraction
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        guard let taken = extraction.taken else {
            throw CommandFailure.unreadable("\(argument.path): has no exchange \(number)")
        }
        guard let form = taken.form else {
            throw CommandFailure.unreadable("\(argument.path)#\(number): carries no form")
        }
        let files = try extraction.files.finish(taken, path: argument.path, replaces: force)
        for (part, file) in zip(form.parts, files) {
            let path = PrintableText.text("\(output)/\(file)", limit: 4000)
            terminal.output.line("\(path)  \(part.content.count) bytes")
        }
        if let decoding = taken.decoding, decoding.isDecoded {
            terminal.report("the contents are those after \(decoding.name) was taken off")
        }
        if form.partCount > files.count {
            terminal.report("only the first \(files.count) of \(form.partCount) parts were written")
        }
        return .fine
    }
}

/// Takes the contents of one exchange's parts to files, and the exchange itself for the manifest.
private struct PartExtraction: InspectionHandler {
    let number: Int
    let files: PartFiles
    private(set) var taken: InspectedExchange?

    init(number: Int, files: PartFiles) {
        self.number = number
        self.files = files
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        if exchange.number == number { taken = exchange }
    }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        files.write(bytes, part: part)
    }

    func wantsContent(of exchange: Int) -> Bool { exchange == number }
}
