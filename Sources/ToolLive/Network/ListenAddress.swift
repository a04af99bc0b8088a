import ArgumentParser

/// An address to listen on: `HOST:PORT`, `[HOST]:PORT`, or a port of this machine's loopback interface.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    /// The host, without brackets.
    let host: String
    /// The port; 0 for one that is free.
    let port: Int

    /// Makes an address on the loopback interface.
    init(loopbackPort port: Int) {
        host = "127.0.0.1"
        self.port = port
    }

    /// Makes an address.
    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        let colon = argument.lastIndex(of: ":")
        guard let port = Int(argument[(colon.map { argument.index(after: $0) } ?? argument.startIndex)...])
        else { return nil }
        var host = colon.map { String(argument[..<$0]) } ?? "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { return nil }
        self.host = host
        self.port = port
    }

    /// `HOST:PORT`, with brackets where the host is an address of IPv6.
    var description: String { "\(bracketedHost):\(port)" }

    /// The host as a URL has it (RFC 3986 §3.2.2).
    var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Checks the port, which is known as a number.
    ///
    /// - Parameter option: the option that names it.
    /// - Throws: what is wrong with it.
    func checkPort(of option: String) throws(ValidationError) {
        guard !(0...65_535).contains(port) else { return }
        throw ValidationError("\(option) takes a port from 0 to 65535, not \(port).")
    }

    /// Who reaches it that is not on this machine, in words.
    var reach: String {
        TLSClient.isAddress(host)
            ? "\(host) is reached by other machines"
            : "\(host) is a name, and may be that of an address which other machines reach"
    }

    /// Whether only this machine reaches it.
    var isLoopback: Bool {
        // A name may begin with digits, and belong to any address.
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
