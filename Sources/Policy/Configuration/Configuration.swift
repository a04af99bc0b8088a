package import Inspection

/// A team's settings, read from a `.partwise.yml`; the command line overrides them.
package struct Configuration: Hashable, Sendable {
    /// The name of the file, in the working directory or above.
    package static let fileName = ".partwise.yml"

    /// Severities that override those of the rules.
    package var severities = SeverityPolicy()
    /// Why rules are off, or of another severity, by rule id.
    package var reasons: [String: String] = [:]
    /// The least severity that counts for the exit code; `nil` where it is not set.
    package var threshold: Severity?
    /// The contracts that uploads are checked against: names of built-in ones, or paths.
    package var contracts: [String] = []
    /// The path of the baseline; `nil` where there is none.
    package var baseline: String?

    /// Whether a check fails where no upload could be judged.
    package var requiresUploads = false

    /// Makes a configuration without any setting.
    package init() {}
}
