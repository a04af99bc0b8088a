import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The user's browser.
enum Browser {
    /// Opens a URL, with the program that the desktop has for that.
    ///
    /// - Throws: a ``CommandFailure`` where there is none, or it fails.
    static func open(_ url: String) throws {
        var process = pid_t()
        var status: CInt = 0
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let started = withCStrings([opener, url]) { arguments in
            withCStrings(environment) { posix_spawnp(&process, opener, nil, nil, arguments, $0) }
        }
        guard started == 0, waitpid(process, &status, 0) == process, status == 0 else {
            throw CommandFailure.unreadable("\(opener) could not open the URL")
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    private static var opener: String {
        #if os(macOS)
            "open"
        #else
            "xdg-open"
        #endif
    }
}
