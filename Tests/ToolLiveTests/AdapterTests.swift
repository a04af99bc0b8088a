import Foundation
import TestSupport
import Testing

/// The adapters that the tool prints, each run by its framework where that is installed.
struct AdapterTests {
    /// Runs a server, whose process takes the place of the shell's, until this is released.
    private final class Server {
        private let process = Process()

        init(_ line: String, in folder: TemporaryFolder) throws {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "exec > log 2>&1; \(line)"]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            try process.run()
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Whether a line of the shell ends well.
    private static func works(_ line: String) -> Bool { (try? LiveRun(shell: "\(line) >&2"))?.status == 0 }

    private static func python(_ module: String) -> Bool { works("python3 -c 'import \(module)'") }

    /// Node.js, which another than Debian's does not find Debian's modules by itself.
    private static let nodeCommand = "env NODE_PATH=/usr/share/nodejs node"

    private static func hasNode(_ modules: String...) -> Bool {
        works("\(nodeCommand) -e '\(modules.map { "require(\"\($0)\");" }.joined())'")
    }

    /// Runs an adapter and probes it, at `path`, where the application has it: `host` of `Tests/Cases/adapters`, or itself.
    private static func run(
        _ name: String,
        as file: String,
        in host: String? = nil,
        at path: String = "/",
        by line: String
    ) async throws {
        let folder = try TemporaryFolder()
        if let host {
            let source = Checkout.path("Tests/Cases/adapters/\(host)")
            try FileManager.default.copyItem(atPath: source, toPath: "\(folder.path)/\(host)")
        }
        let source = try LiveRun(["probe", "--adapter", name]).output
        _ = try folder.write(Array(source.utf8), to: file)
        let port = Int.random(in: 20_000..<30_000)
        let server = try Server(line.replacing("PORT", with: "\(port)"), in: folder)
        defer { withExtendedLifetime(server) {} }
        var run = try LiveRun(["--version"])
        // Compiling the server may take long.
        for _ in 0..<300 {
            run = try LiveRun([
                "probe", "http://127.0.0.1:\(port)\(path)", "--filter", "ok-two-fields", "--filter",
                "ok-file",
                "--filter", "ok-empty-value", "--filter", "ok-bare-lf-content",
            ])
            if run.status == 0 { break }
            try await Task.sleep(for: .milliseconds(200))
        }
        let log = FileManager.default.contents(atPath: folder.path + "/log") ?? Data()
        #expect(
            run.output.contains("= reads as meant                            4\n"),
            "\(run.output)\(String(decoding: log, as: UTF8.self))"
        )
        // Whatever comes, an answer follows: probing ends at a server that has gone.
        let all = try LiveRun(["probe", "http://127.0.0.1:\(port)\(path)", "--format", "json"])
        let closed = all.output.matches(of: /"outcome": ?"closed"/).count
        #expect(closed == 0 && all.output.contains("bo-urlencoded-body"), "\(all.diagnostics)")
    }

    @Test(.enabled(if: python("flask"), "needs Flask"))
    func `flask`() async throws { try await Self.run("flask", as: "app.py", by: "exec python3 app.py PORT") }

    @Test(.enabled(if: python("django"), "needs Django"))
    func `django`() async throws {
        try await Self.run("django", as: "app.py", by: "exec python3 app.py PORT")
    }

    @Test(.enabled(if: python("fastapi, uvicorn, python_multipart"), "needs FastAPI"))
    func `fastapi`() async throws {
        try await Self.run("fastapi", as: "app.py", by: "exec python3 app.py PORT")
    }

    @Test(.enabled(if: python("aiohttp"), "needs aiohttp"))
    func `aiohttp`() async throws {
        try await Self.run("aiohttp", as: "app.py", by: "exec python3 app.py PORT")
    }

    @Test(.enabled(if: python("tornado"), "needs Tornado"))
    func `tornado`() async throws {
        try await Self.run("tornado", as: "app.py", by: "exec python3 app.py PORT")
    }

    @Test(.enabled(if: works("php -v"), "needs PHP"))
    func `php`() async throws {
        try await Self.run("php", as: "index.php", by: "exec php -S 127.0.0.1:PORT index.php")
    }

    @Test(.enabled(if: works("php -r 'require \"Illuminate/autoload.php\";'"), "needs Laravel"))
    func `laravel`() async throws {
        let line = "exec php -S 127.0.0.1:PORT laravel.php"
        try await Self.run("laravel", as: "api.php", in: "laravel.php", at: "/probe", by: line)
    }

    /// The class path of Debian's Spring, with a container and what writes JSON.
    private static let springPath = [
        "spring3-web.servlet", "spring3-web", "spring3-core", "spring3-beans", "spring3-context",
        "spring3-aop", "spring3-expression", "commons-logging", "jackson-core", "jackson-databind",
        "jackson-annotations", "jetty9-server", "jetty9-servlet", "jetty9-security", "jetty9-http",
        "jetty9-io", "jetty9-util", "servlet-api",
    ].map { "/usr/share/java/\($0).jar" }

    @Test(
        .enabled(
            if: works("javac --version") && springPath.allSatisfy(FileManager.default.fileExists),
            "needs Spring"
        )
    )
    func `spring`() async throws {
        let path = (["."] + Self.springPath).joined(separator: ":")
        let line = "export CLASSPATH=\(path); javac -d . *.java && exec java SpringHost PORT"
        try await Self.run(
            "spring",
            as: "ProbeController.java",
            in: "SpringHost.java",
            at: "/probe",
            by: line
        )
    }

    @Test(.enabled(if: works("go version"), "needs Go"))
    func `go`() async throws {
        try await Self.run("go", as: "main.go", by: "go build -o server main.go && exec ./server PORT")
    }

    @Test(.enabled(if: works("test -d /usr/share/gocode/src/github.com/gin-gonic/gin"), "needs Gin"))
    func `gin`() async throws {
        let line = "GO111MODULE=off GOPATH=/usr/share/gocode go build -o server main.go && exec ./server PORT"
        try await Self.run("gin", as: "main.go", by: line)
    }

    @Test(.enabled(if: works("node -e Request"), "needs Node.js"))
    func `node`() async throws { try await Self.run("node", as: "app.js", by: "exec node app.js PORT") }

    @Test(.enabled(if: hasNode("express", "busboy"), "needs Express and busboy"))
    func `express`() async throws {
        try await Self.run("express", as: "app.js", by: "exec \(Self.nodeCommand) app.js PORT")
    }

    @Test(.enabled(if: hasNode("express", "multer"), "needs Express and Multer"))
    func `multer`() async throws {
        try await Self.run("multer", as: "app.js", by: "exec \(Self.nodeCommand) app.js PORT")
    }

    @Test(.enabled(if: works("ruby -e 'require \"sinatra/base\"'"), "needs Sinatra"))
    func `sinatra`() async throws { try await Self.run("sinatra", as: "app.rb", by: "exec ruby app.rb PORT") }

    @Test(
        .enabled(
            if: works("ruby -e 'require \"action_controller/railtie\"; require \"puma\"'"),
            "needs Rails and Puma"
        )
    )
    func `rails`() async throws { try await Self.run("rails", as: "app.rb", by: "exec ruby app.rb PORT") }
}
