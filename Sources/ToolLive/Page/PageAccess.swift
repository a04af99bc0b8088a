/// Who gets an answer of the recording page: those that have the token that was printed, and speak to this server by its own
/// name.
///
/// The token stands in the URL and in the Authorization field, not in a cookie: a browser sends the cookies of a host to
/// all its ports, and other servers of this machine would get it.
struct PageAccess {
    /// Why a request gets no answer.
    enum Refusal {
        /// It names another server: a name of another site may lead here (DNS rebinding).
        case host
        /// It lacks the token.
        case token
        /// A page of another origin makes it.
        case origin
    }

    /// The token.
    let token: String
    /// The values of Host that name this server, in lower case.
    private let hosts: Set<String>

    /// Makes a token for a server.
    init(host: String, port: Int) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ in generator.next() as UInt64 }
        self.init(token: words.map(Self.digits).joined(), host: host, port: port)
    }

    /// Makes the access of a server with a known token; `host` is as a URL has it.
    init(token: String, host: String, port: Int) {
        self.token = token
        let names = [host, "localhost", "127.0.0.1", "[::1]"].map { $0.lowercased() }
        hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    /// Why a request gets no answer; `nil` where it gets one.
    func refusal(of request: PageRequest) -> Refusal? {
        guard request.hosts.count == 1, hosts.contains(request.hosts[0].lowercased()) else { return .host }
        // What changes something needs a field that no form of another page can set.
        let given = request.method == "POST" ? request.bearerToken : request.bearerToken ?? request.queryToken
        guard let given, Self.isEqual(given, token) else { return .token }
        guard request.origin.map({ $0.lowercased() == "http://\(request.hosts[0].lowercased())" }) ?? true
        else {
            return .origin
        }
        // A link may lead to the page itself, and to nothing else.
        guard request.path == "/" || ["same-origin", "none"].contains(request.fetchSite ?? "none") else {
            return .origin
        }
        return nil
    }

    /// Whether two texts are equal, in a time that does not tell how far they are.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
