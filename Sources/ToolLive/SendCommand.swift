import ArgumentParser
import Bytes
import Forms
import NIOCore
import NIOPosix
import Shell

/// `partwise send`: sends a form to a server.
struct SendCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a form to a server, written by the reference encoder or as another client would.",
        discussion: """
            -F has curl's syntax, as in partwise encode. The response's content goes to standard output; the exit code is \
            0 for a status below 400, 1 for one above or a form that breaks the contract, 3 where there is no response.

            Redirects with 301, 302, 307 and 308 and, with --user, an answer of 401 send the whole form again.

            Examples:
              partwise send http://127.0.0.1:8080/upload -F title=Holiday -F photo=@beach.jpg
              partwise send https://example.com/api -F file=@a.zip --dialect like:curl --record sent.pcapng
              partwise send http://127.0.0.1:8080/photo-picker -F context=42 -F image_file=@a.jpg \\
                --contract photo-picker --continue-url 'https://app.example.com/next?photo={answer}'

            Dialects: \(MultipartDialect.all.map(\.name).joined(separator: ", ")).
            """
    )

    @Argument(help: ArgumentHelp("Where to send the form: http or https.", valueName: "url"))
    var url: String

    @OptionGroup
    var content: FormOptions

    @Option(help: ArgumentHelp("The method.", valueName: "name"))
    var method = "POST"

    @Option(
        name: [.customShort("H", allowingJoined: true), .customLong("header")],
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add a header field; may be repeated.", valueName: "name: value")
    )
    var header: [String] = []

    @Flag(help: "Send the body in chunks, though its length is known.")
    var chunked = false

    @Flag(help: "Ask the server with Expect whether it takes the form, and wait a second for its answer.")
    var expect = false

    @Option(
        help: ArgumentHelp(
            "Send these credentials where the server asks for some.",
            valueName: "user:password"
        )
    )
    var user: String?

    @Option(help: ArgumentHelp("Hold the form to this contract before a byte leaves.", valueName: "name"))
    var contract: String?

    @Option(help: ArgumentHelp("Record what is sent and received to this pcapng file.", valueName: "file"))
    var record: String?

    @OptionGroup
    var network: NetworkOptions

    @Option(help: ArgumentHelp("Follow so many redirects at most.", valueName: "number"))
    var maxRedirects = 10

    @Option(
        help: ArgumentHelp(
            "Print this URL with the answer, percent-encoded, in place of {answer}, not the answer.",
            valueName: "url"
        )
    )
    var continueURL: String?

    @Flag(help: "Open the URL of --continue-url in a browser.")
    var open = false

    /// The fields that say what the content is, and where it ends.
    private static let formFields = ["content-type", "content-length", "transfer-encoding"]

    func validate() throws {
        guard maxRedirects >= 0 else { throw ValidationError("--max-redirects takes a number.") }
        for line in header where !Self.isField(line) {
            throw ValidationError("--header takes a field such as 'X-Trace: 1', not '\(line)'.")
        }
        for name in header.map({ Self.field($0).name.lowercased() }) where Self.formFields.contains(name) {
            throw ValidationError("--header takes no \(name): the form decides it.")
        }
        guard !open || continueURL != nil else { throw ValidationError("--open needs --continue-url.") }
        if let continueURL, !continueURL.contains("{answer}") {
            throw ValidationError("--continue-url has {answer} where the answer belongs.")
        }
    }

    func run(in terminal: Terminal) throws -> CommandStatus {
        let request: UploadRequest
        if contract != nil, try content.isReadOnce {
            throw CommandFailure.usage(
                "--contract reads the form before it is sent, and standard input can be read once: name a file"
            )
        }
        do {
            let writer = try content.writer(in: terminal)
            request = UploadRequest(
                writer: writer,
                dialect: content.dialect,
                method: method,
                fields: header.map(Self.field),
                isChunked: chunked || writer.contentLength == nil,
                expectsContinue: expect
            )
            if let contract, try !UploadContract(contract).admits(request, to: url, in: terminal) {
                return .findings
            }
        } catch let failure as MultipartFailure {
            throw CommandFailure(failure)
        }
        terminal.flush()
        var result: Result<UploadSession.End, any Error>?
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            do {
                let session = try UploadSession(self, request, in: terminal, on: loop)
                session.run { end in
                    result = end
                    loop.shutdownGracefully { _ in }
                }
            } catch {
                result = .failure(error)
                loop.shutdownGracefully { _ in }
            }
        }
        guard let end = try result?.get() else {
            throw CommandFailure.unreadable("\(url): there is no response")
        }
        let status = try UploadAnswer(end.outcome).show(continuingAt: continueURL, opens: open, in: terminal)
        return end.recordingStatus ?? status
    }

    /// Whether a line is a field of a request's head.
    static func isField(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
        return line[..<colon].utf8.allSatisfy(\.isTokenCharacter)
            && line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The name and the value of such a line.
    static func field(_ line: String) -> (name: String, value: String) {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return (String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
}
