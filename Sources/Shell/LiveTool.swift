import Bytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The executable with the commands that open sockets, `partwise-live`, which stands beside this one.
///
/// Who reads hostile captures runs a program without a network stack, and builds none.
package enum LiveTool {
    /// Its commands, and what they do.
    package static let commands = [
        (
            name: "probe",
            abstract: "Send a server form bodies with one peculiarity each, and show what it reads in them."
        ),
        (
            name: "proxy",
            abstract: "Pass requests on as an HTTP proxy, record them byte for byte, and judge each upload."
        ),
        (
            name: "replay",
            abstract: "Send a captured request again, byte for byte or repaired, and show the answer."
        ),
        (
            name: "send",
            abstract: "Send a form to a server, written by the reference encoder or as another client would."
        ),
        (name: "sink", abstract: "Take any upload, judge it as it comes, and answer with the verdict."),
        (
            name: "trial",
            abstract: "Ask a client to send forms, and judge what arrives: conformance of encoders."
        ),
    ]

    /// Replaces this process by that executable, where the command line names one of its commands.
    ///
    /// - Parameter arguments: the command line, without the executable's name.
    /// - Throws: a ``CommandFailure`` where the executable is not there.
    package static func takeOver(_ arguments: [String]) throws {
        let name = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let name, commands.contains(where: { $0.name == name }) else { return }
        guard let folder = ProgramPath.folder else {
            throw CommandFailure.unreadable("partwise-live cannot be looked for")
        }
        let path = folder + "/partwise-live"
        var words = ([path] + arguments).map { word -> UnsafeMutablePointer<CChar>? in
            SystemPath.withCString(word) { strdup($0) }
        }
        words.append(nil)
        // It returns only where there is nothing to run.
        _ = SystemPath.withCString(path) { execv($0, &words) }
        throw CommandFailure.unreadable(
            "'\(name)' is a command of partwise-live, which is not at \(path): "
                + "`make live` builds it"
        )
    }
}
