import TestSupport

/// A server of HTTP/2 that Node runs, and curl as its client, with the proxy between them.
enum NodeServer {
    /// Whether what it takes is installed.
    static var isInstalled: Bool { LiveRun.has("node", "curl", "openssl") }

    /// Sends requests one after another; each prints the content of its response, the version of HTTP and a comma.
    ///
    /// - Parameters:
    ///   - handler: what the server does with `request` and `response`, in JavaScript.
    ///   - options: the proxy's.
    ///   - requests: how many.
    ///   - arguments: curl's.
    /// - Returns: what they printed.
    /// - Throws: where one of the programs cannot be run.
    static func run(_ handler: String, _ options: [String], requests: Int, _ arguments: String) throws
        -> LiveRun
    {
        let folder = try TemporaryFolder()
        let script = """
            const [http2, fs] = [require('http2'), require('fs')];
            const read = name => fs.readFileSync('\(folder.path)/' + name);
            http2.createSecureServer({key: read('key.pem'), cert: read('cert.pem'), allowHTTP1: true}, (request, response) => {
              \(handler)
            }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
            """
        let path = try folder.write(Array(script.utf8), to: "server.js")
        let proxy = try SinkProcess(
            ["--ca-folder", "\(folder.path)/ca", "--insecure", "*"] + options,
            command: "proxy"
        )
        let run = try LiveRun(
            shell: """
                cd \(folder.path)
                \(LiveRun.certificate)
                node \(path) > port & server=$!
                for i in $(seq 100); do [ -s port ] && break; sleep 0.1; done
                for i in $(seq \(requests)); do
                  curl -s -m 20 --http2 -x 127.0.0.1:\(proxy.port) --cacert ca/partwise-ca.pem \(arguments) \
                    -w ' %{http_version},' https://localhost:$(cat port)/up
                done
                kill $server
                """
        )
        _ = proxy.stop()
        return run
    }
}
