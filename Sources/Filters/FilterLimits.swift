/// Limits on what filter rules may cost.
package struct FilterLimits: Hashable, Sendable {
    /// The greatest length of a line, in bytes: public lists have rules with thousands of domains.
    package var lineBytes = 64 * 1024
    /// The greatest length of a pattern, in bytes: public lists stay below 500, and the cost of the slowest search
    /// grows with it.
    package var patternBytes = 2048
    /// The greatest number of rules of all files: ten times a browser's usual lists.
    package var rules = 1_000_000
    /// How many faulty lines of a file are reported one by one; the others are counted.
    package var problems = 20

    /// The number of bytes at the beginning of a URL that rules are compared with: what receivers accept of a request
    /// line is usually 8 KiB.
    package static let urlBytes = 16 * 1024
    /// The greatest size of a file, in bytes.
    package static let fileBytes = 128 * 1024 * 1024

    /// Makes the default limits.
    package init() {}
}
