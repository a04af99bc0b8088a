import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many captures are read at a time, or connections of one capture.
package struct JobOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How many captures are read at a time, or how many threads read a long one and inspect its connections; as many \
            as there are cores, if not given. The report is the same.
            """,
            valueName: "count"
        )
    )
    var jobs: Int?

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that there is at least one.
    package func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on, not \(jobs).") }
    }

    /// How many captures are read at a time, or connections of one capture.
    package var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}
