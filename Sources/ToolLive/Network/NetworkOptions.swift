import ArgumentParser

/// How the commands that send requests reach servers.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send through this HTTP proxy; https through a tunnel.",
            valueName: "[user:password@]host:port"
        )
    )
    var proxy: ProxyAddress?

    @Option(help: ArgumentHelp("Trust the certificates in this file of PEM.", valueName: "file"))
    var cacert: String?

    @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Trust any certificate.")
    var insecure = false

    @Option(help: ArgumentHelp("Give up where nothing moves for so long.", valueName: "seconds"))
    var timeout = 60

    func validate() throws {
        guard (1...86_400).contains(timeout) else {
            throw ValidationError("--timeout takes 1 to 86400 seconds.")
        }
    }
}
