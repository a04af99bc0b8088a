#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The program where libpcap is not installed: in its place the loader finds files that are no libraries.
    struct MissingLibraryTests {
        private func partwise(_ arguments: String) throws -> LiveRun {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("libraries-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for name in ["libpcap.so.0.8", "libpcap.so.1"] {
                try Data().write(to: folder.appendingPathComponent(name))
            }
            let program = LiveRun.url(of: "partwise").path
            return try LiveRun(shell: "LD_LIBRARY_PATH='\(folder.path)' '\(program)' \(arguments)")
        }

        @Test func `captures are checked without libpcap`() throws {
            let run = try partwise("check --no-config '\(Checkout.path("Captures/curl/plain.pcap"))'")
            #expect(run.status == 0 && run.output.contains("1 upload with 3 parts"), "\(run.diagnostics)")
        }

        @Test(arguments: [
            "check --filter tcp '\(Checkout.path("Captures/curl/plain.pcap"))'", "record -i lo",
        ])
        func `what needs libpcap says that it is missing`(arguments: String) throws {
            let run = try partwise(arguments)
            #expect(run.status != 0 && run.output.isEmpty)
            #expect(run.diagnostics.contains("libpcap is not installed"), "\(run.diagnostics)")
        }
    }
#endif
