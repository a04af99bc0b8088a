#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The program where the libraries that it loads when they are first used are not installed: in their place the loader
    /// finds files that are no libraries.
    struct MissingLibraryTests {
        private func partwise(_ arguments: String) throws -> LiveRun {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("libraries-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for name in ["libpcap.so.0.8", "libpcap.so.1", "libzip.so.4", "libzip.so.5", "libcrypto.so.3"] {
                try Data().write(to: folder.appendingPathComponent(name))
            }
            // The head of a zip archive's first member, by whose name a session of Fiddler is known.
            let member =
                [UInt8]("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 22) + [4, 0, 0, 0] + "raw/".utf8
            try Data(member).write(to: folder.appendingPathComponent("session.saz"))
            let program = LiveRun.url(of: "partwise").path
            return try LiveRun(shell: "cd '\(folder.path)' && LD_LIBRARY_PATH=. '\(program)' \(arguments)")
        }

        @Test func `captures are checked without them`() throws {
            let run = try partwise("check --no-config '\(Checkout.path("Captures/curl/plain.pcap"))'")
            #expect(run.status == 0 && run.output.contains("1 upload with 3 parts"), "\(run.diagnostics)")
        }

        @Test(arguments: [
            ("check --filter tcp '\(Checkout.path("Captures/curl/plain.pcap"))'", "libpcap"),
            ("record -i lo", "libpcap"),
            ("check --no-config session.saz", "libzip"),
            (
                "check --no-config '\(Checkout.path("Captures/tls/tls12-chunked.pcap"))'"
                    + " --keys '\(Checkout.path("Captures/tls/tls12-chunked.keys"))'",
                "libcrypto of OpenSSL 3"
            ),
        ])
        func `what needs one of them says that it is missing`(arguments: String, library: String) throws {
            let run = try partwise(arguments)
            #expect(run.status >= 2 && !run.output.contains("upload with"), "\(run.output)")
            #expect(
                (run.output + run.diagnostics).contains("\(library) is not installed"),
                "\(run.diagnostics)"
            )
        }
    }
#endif
