import ArgumentParser
import Pages
import Pipeline
import Policy
import Reporting
import Shell

/// `partwise contract from-form`: the contract that a page's form sets.
struct ContractFromFormCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "from-form",
        abstract: "Write the contract that a form of a page sets.",
        discussion: """
            Examples:
              partwise contract from-form page.html -o upload.yml
              partwise contract from-form session.chls#3 --form 2
            """
    )

    @Argument(help: ArgumentHelp("A page (.html), or CAPTURE#N, whose response is one.", valueName: "page"))
    var page: String

    @Option(
        help: ArgumentHelp(
            "The number of the form; the first that takes files if not given.",
            valueName: "number"
        )
    )
    var form: Int?

    @Option(help: ArgumentHelp("The URL of a page that is a file.", valueName: "url"))
    var pageURL: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the contract to this file.", valueName: "file"))
    var output: String?

    @OptionGroup(title: "Selection")
    var selection: SelectionOptions

    func run(in terminal: Terminal) throws -> CommandStatus {
        let found = try PageFile.isPage(page) ? PageFile.read(page, url: pageURL) : captured(in: terminal)
        let files = found.forms.first { form in found.controls(of: form).contains { $0.kind == .file } }
        let chosen =
            form.map { number in found.forms.first { $0.number == number } } ?? files ?? found.forms.first
        guard let chosen else {
            let count = found.forms.count
            throw CommandFailure.unreadable(
                "\(page): has no such form: the page has \(count == 1 ? "1 form" : "\(count) forms")"
            )
        }
        let text = FormContract(chosen, in: found).text
        try FileRoles.keep([CaptureArgument(page).path], from: output)
        try ReportOutput(file: output, color: selection.color, terminal: terminal).sink.write(text)
        if chosen.method != .post || chosen.enctype != .multipart {
            terminal.report(
                "\(page): form \(chosen.number) is not multipart/form-data: partwise forms says what it sends"
            )
        }
        return .fine
    }

    /// The page that an exchange's response is.
    private func captured(in terminal: Terminal) throws -> CapturedPage {
        var options = try selection.inspectionOptions(in: terminal)
        options.readsPages = true
        let argument = try CaptureArgument(validating: page)
        var taker = PageTaker(exchanges: argument.exchanges)
        do throws(InputFailure) {
            _ = try CaptureInspection(options: options).inspect(
                path: argument.path,
                as: selection.kind,
                into: &taker
            )
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        guard let page = taker.pages.first else {
            throw CommandFailure.unreadable("\(page): holds no page with a form")
        }
        guard taker.pages.count == 1 else {
            throw CommandFailure.usage(
                "\(self.page): holds several pages with forms; name one, as in \(argument.path)#\(page.number)"
            )
        }
        return page.page
    }
}

/// Takes the pages of some exchanges.
private struct PageTaker: InspectionHandler {
    let exchanges: NumberSelection?
    private(set) var pages: [(number: Int, page: CapturedPage)] = []

    init(exchanges: NumberSelection?) {
        self.exchanges = exchanges
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        guard let page = exchange.page?.value, exchanges?.contains(exchange.number) ?? true else { return }
        if pages.count < 2 { pages.append((exchange.number, page)) }
    }
}
