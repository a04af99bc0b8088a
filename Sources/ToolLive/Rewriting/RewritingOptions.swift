import ArgumentParser
import Bytes
import Forms
import Policy
import Rewriting
import Shell

/// The options by which requests are changed while they pass.
struct RewritingOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Put a file in the place of a field of uploads, as -F of encode has it; *TOKEN*=@file finds the field by a text in its name or value; may be repeated.",
            valueName: "field=@file"
        )
    )
    var attach: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave this field out of uploads; may be repeated.", valueName: "field")
    )
    var dropField: [String] = []

    @Option(help: ArgumentHelp("Send requests to this server instead.", valueName: "http://host:port"))
    var map: String?

    @Option(help: ArgumentHelp("Answer requests with this file, and with status 200.", valueName: "file"))
    var mapFile: String?

    @Option(
        help: ArgumentHelp("Set a header field of requests; may be repeated.", valueName: "name: value")
    )
    var setField: [String] = []

    @Option(help: ArgumentHelp("Leave out a header field of requests; may be repeated.", valueName: "name"))
    var removeField: [String] = []

    @Option(help: ArgumentHelp("Hold requests for so long.", valueName: "seconds"))
    var delay: String?

    @Option(help: ArgumentHelp("Pass so many bytes a second, each way.", valueName: "bytes"))
    var throttle: String?

    @Option(help: ArgumentHelp("Close the connection after so many bytes of a body.", valueName: "bytes"))
    var cut: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Only requests whose URL matches this pattern (Adblock syntax) are changed; may be repeated.",
            valueName: "pattern"
        )
    )
    var patterns: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file of such changes, one a line, each with the pattern of its URLs, as in '||example.com^ attach photo=@a.png', that is read again when it was saved; may be repeated.",
            valueName: "file"
        )
    )
    var changes: [String] = []

    /// The files of changes.
    var files: [String] { changes }

    /// Whether none is given.
    var isEmpty: Bool { !hasChange && patterns.isEmpty && changes.isEmpty }

    private var hasChange: Bool {
        let single = [map, mapFile, delay, throttle, cut].compactMap(\.self)
        return ![attach, dropField, setField, removeField, single].allSatisfy(\.isEmpty)
    }

    /// Makes the options with their defaults.
    init() {}

    /// Checks that the options go together.
    func validate() throws {
        guard patterns.isEmpty || hasChange else {
            throw ValidationError("--for takes --attach, --map or another change.")
        }
        guard map == nil || mapFile == nil else {
            throw ValidationError("--map and --map-file exclude each other.")
        }
    }

    /// What the options say; `nil` where no request is changed.
    ///
    /// - Parameter terminal: receives what was ignored in arguments.
    /// - Returns: the settings.
    /// - Throws: a ``CommandFailure`` for an argument or a file that cannot be read.
    func settings(in terminal: Terminal) throws -> RewritingSettings? {
        let arguments = try attach.map { try FormArgument($0, of: "--attach") }
        for remark in arguments.flatMap(\.remarks) { terminal.report(remark) }
        let rules = try patterns.isEmpty ? nil : URLRules.read(patterns, of: "--for")
        var kinds = arguments.map { RequestChange.Kind.attach($0.part) }
        kinds += dropField.map { .dropPart(Placeholder(SystemPath.bytes($0))) }
        kinds += try handlings().map { .handling($0) }
        var changes = kinds.map { RequestChange(rules: rules, kind: $0) }
        for path in self.changes {
            changes += try RewritingFile.read(PolicyText.read(path), path: path, in: terminal)
        }
        guard !changes.isEmpty else { return nil }
        let settings = RewritingSettings(changes)
        // Whatever is wrong with a file is better known now than at the first upload.
        do throws(MultipartFailure) { try settings.check() } catch { throw CommandFailure(error) }
        return settings
    }

    private func handlings() throws -> [RequestHandling.Change] {
        var result: [RequestHandling.Change] = []
        if let map { result.append(try ChangeReading.server(map, of: "--map")) }
        if let mapFile { result.append(try ChangeReading.file(mapFile, of: "--map-file")) }
        result += try setField.map { try ChangeReading.setField($0, of: "--set-field") }
        result += try removeField.map { try ChangeReading.removeField($0, of: "--remove-field") }
        if let delay { result.append(try ChangeReading.delay(delay, of: "--delay")) }
        if let throttle { result.append(try ChangeReading.throttle(throttle, of: "--throttle")) }
        if let cut { result.append(try ChangeReading.cut(cut, of: "--cut")) }
        return result
    }
}
