import ArgumentParser
import Bytes
import Exchanges
import Forms
import Pipeline
import Reporting
import Shell

/// `partwise extract`: writes the parts of an upload to files.
struct ExtractCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write the parts of one upload to files under safe names, with a manifest.",
        discussion: """
            Example:
              partwise extract app.pcap#3 -o parts/
            """
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
        help: ArgumentHelp("The directory to write to; created if needed.", valueName: "directory")
    )
    var output: String

    @Flag(help: "Overwrite files that exist.")
    var force = false

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let options = try selection.inspectionOptions(in: terminal)
        var taking = try ExchangeTaking(capture, selection: selection, options: options, in: terminal)
        taking.options.wantsDigests = true
        let files = try PartFiles(in: output)
        let taken = try taking.take { bytes, part in files.write(bytes, part: part) }
        guard let form = taken.form else {
            throw CommandFailure.unreadable("\(taking.name): carries no form")
        }
        let names = try files.finish(taken, path: taking.path, replaces: force)
        for (part, file) in zip(form.parts, names) {
            let path = PrintableText.text("\(output)/\(file)", limit: 4000)
            terminal.output.line("\(path)  \(Quantity.of(files.sizes[part.number] ?? 0, "byte"))")
            let missing = part.facts.missingBytes
            if missing > 0 {
                terminal.report(
                    "\(path) lacks \(Quantity.grouped(missing)) bytes, which the capture does not hold"
                )
            }
        }
        if let decoding = taken.decoding, decoding.isDecoded {
            terminal.report("the contents are those after \(decoding.name) was taken off")
        }
        if form.partCount > names.count {
            terminal.report("only the first \(names.count) of \(form.partCount) parts were written")
        }
        return form.parts.contains { $0.facts.missingBytes > 0 } ? .findings : .fine
    }
}
