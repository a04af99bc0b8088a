import ArgumentParser

/// Which certificates of servers are trusted.
struct TrustOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Trust the certificates in this file of PEM.", valueName: "file"))
    var cacert: String?

    @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Trust any certificate.")
    var insecure = false
}

/// How the commands that send requests reach servers.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send through this HTTP proxy; https through a tunnel.",
            valueName: "[user:password@]host:port"
        )
    )
    var proxy: ProxyAddress?

    @OptionGroup
    var trust: TrustOptions

    @Option(help: ArgumentHelp("Give up where nothing moves for so long.", valueName: "seconds"))
    var timeout = 60

    func validate() throws {
        guard (1...86_400).contains(timeout) else {
            throw ValidationError("--timeout takes 1 to 86400 seconds.")
        }
    }

    /// The same as values.
    var settings: NetworkSettings {
        NetworkSettings(proxy: proxy, trust: trust, timeout: timeout)
    }
}

/// How servers are reached.
struct NetworkSettings {
    /// The proxy through which requests are sent; `nil` for none.
    var proxy: ProxyAddress?
    /// The file with certificates that are trusted; `nil` for those of the system.
    var cacert: String?
    /// Whether any certificate is trusted.
    var insecure: Bool
    /// How long to wait where nothing moves, in seconds.
    var timeout: Int

    /// Takes options over.
    init(proxy: ProxyAddress? = nil, trust: TrustOptions, timeout: Int) {
        self.proxy = proxy
        cacert = trust.cacert
        insecure = trust.insecure
        self.timeout = timeout
    }
}
