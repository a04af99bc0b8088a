import ArgumentParser
import NIOSSL
import Shell

/// Which servers are reached, and how.
struct ProxyServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Send all requests to this server, as if the proxy were it.", valueName: "url"),
        transform: { text in
            guard let address = UpstreamAddress(url: text), !address.isFollowed(in: text) else {
                throw ValidationError(
                    "--reverse takes a URL without a path, such as https://example.com, not '\(text)'."
                )
            }
            return address
        }
    )
    var reverse: UpstreamAddress?

    @Option(
        help: ArgumentHelp("Reach servers through this HTTP proxy.", valueName: "[user:password@]host:port")
    )
    var upstreamProxy: ProxyAddress?

    @Option(
        help: ArgumentHelp(
            "Leave the TLS of this host as it is, or of *.host; may be repeated.",
            valueName: "host"
        )
    )
    var passthrough: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Answer requests that a rule of this file blocks in place of their servers (Adblock syntax, or a hosts file), \
            and read it again when it was saved; may be repeated.
            """,
            valueName: "file"
        )
    )
    var block: [String] = []

    @Flag(help: "Let pages show what was blocked.")
    var showBlocked = false

    func validate() throws {
        for host in passthrough where !HostName.isPattern(host) {
            throw ValidationError("--passthrough takes a host without a port, or *.host, not '\(host)'.")
        }
    }
}

/// Who trusts whom.
struct ProxyTrustOptions: ParsableArguments {
    @Option(
        help: "Do not run, but print the authority's certificate, say how to trust it, or make a new one."
    )
    var ca: ProxyCommand.AuthorityAction?

    @Option(
        help: ArgumentHelp(
            "The folder of the authority; that of the user's data if not given.",
            valueName: "folder"
        )
    )
    var caFolder: String?

    @Option(
        help: ArgumentHelp(
            "Do not verify the certificate of this host, or of *; may be repeated.",
            valueName: "host"
        )
    )
    var insecure: [String] = []

    @Option(
        help: ArgumentHelp("Trust servers by the certificates in this file of PEM too.", valueName: "file")
    )
    var cacert: String?

    @Option(
        help: ArgumentHelp("Append the secrets of TLS to this file, for a capture beside.", valueName: "file")
    )
    var keylog: String?

    func validate() throws {
        for host in insecure where !HostName.isPattern(host) {
            throw ValidationError("--insecure takes a host without a port, or *, not '\(host)'.")
        }
    }

    /// How `partwise replay` trusts servers as the proxy does.
    var replayOptions: [String] {
        (insecure.contains("*") ? ["--insecure"] : []) + (cacert.map { ["--cacert", $0] } ?? [])
    }

    /// The certificates by which servers are trusted besides the system's.
    func roots() throws -> [NIOSSLCertificate] {
        try cacert.map { try PEMFile.certificates($0) } ?? []
    }
}

/// Whom the proxy serves, and how much.
struct ProxyLimits: ParsableArguments {
    @Option(help: ArgumentHelp("Ask clients for this user and password.", valueName: "user:password"))
    var auth: String?

    @Option(
        help: ArgumentHelp("Close a connection on which nothing passes for so long.", valueName: "seconds")
    )
    var timeout = 300

    @Option(help: ArgumentHelp("Close further connections at once.", valueName: "number"))
    var maxConnections = 4_096

    func validate() throws {
        guard timeout > 0, maxConnections > 0 else {
            throw ValidationError("Limits are numbers greater than 0.")
        }
        guard auth?.contains(":") ?? true else { throw ValidationError("--auth takes user:password.") }
    }
}
