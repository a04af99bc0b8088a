import ArgumentParser
import Forms
import Shell

/// `partwise encode`: writes a correct form.
struct EncodeCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Write a multipart/form-data body, or the whole request, from fields and files.",
        discussion: """
            -F has curl's syntax: name=value, name=@file, name=@one,two, name=<file, - for standard input; then \
            ;type=, ;filename=, ;headers=. Files are read while they are written, whatever their size.

            Example:
              partwise encode -F title=Holiday -F photo=@beach.jpg -o body.bin

            Dialects: \(MultipartDialect.all.map(\.name).joined(separator: ", ")). \
            like:objc-stream writes the faults of encoders made by hand: it is for tests.
            """
    )

    @OptionGroup
    var content: FormOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"))
    var output: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Write a whole HTTP/1.1 request: its method and its URL.", valueName: "method url")
    )
    var withHead: [String] = []

    @Flag(help: "Send the body of the request in chunks, though its length is known.")
    var chunked = false

    func validate() throws {
        guard withHead.isEmpty || withHead.count == 2 else {
            throw ValidationError(
                "--with-head takes a method and a URL, as in --with-head POST http://host/path."
            )
        }
        guard !chunked || !withHead.isEmpty else {
            throw ValidationError("--chunked is about the framing of a request: it needs --with-head.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let dialect = content.dialect
        do {
            let writer = try content.writer(for: output, in: terminal)
            let head = try requestHead()
            terminal.flush()
            let file =
                try output.map { $0 == "-" ? OutputFile() : try OutputFile(replacing: $0) } ?? OutputFile()
            let isChunked = head != nil && (chunked || writer.contentLength == nil)
            if let head {
                try file.write(head.bytes(for: writer, dialect: dialect, isChunked: isChunked))
            }
            try EncodedOutput(writer: writer, isChunked: isChunked)
                .write(to: file, showingProgressOn: terminal)
            try file.finish()
        } catch let failure as MultipartFailure {
            throw CommandFailure(failure)
        }
        return .fine
    }

    private func requestHead() throws -> RequestHead? {
        guard withHead.count == 2 else { return nil }
        do throws(RequestHead.Failure) {
            return try RequestHead(method: withHead[0], url: withHead[1])
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }
}
