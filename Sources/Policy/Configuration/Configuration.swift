package import Inspection

/// What a team demands of its uploads, read from a `.partwise.yml`; the command line wins over it.
package struct Configuration: Hashable, Sendable {
    /// The name of the file, in the working directory or above.
    package static let fileName = ".partwise.yml"

    /// What findings of rules come to besides what the rules say.
    package var severities = SeverityPolicy()
    /// Why rules are off, or of another severity, by their ids.
    package var reasons: [String: String] = [:]
    /// The least severity that counts for the exit code; `nil` where nothing is said.
    package var threshold: Severity?
    /// The contracts that uploads are held against: names of built-in ones, or paths.
    package var contracts: [String] = []
    /// The path of the baseline; `nil` where there is none.
    package var baseline: String?

    /// Makes a configuration that says nothing.
    package init() {}
}
