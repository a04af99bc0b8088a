package import Profiles

/// Writes comparisons as they are made, in one format.
package protocol ComparisonReporter: AnyObject {
    /// Adds the next comparison.
    func comparison(_ comparison: RequestComparison)

    /// Ends the report.
    ///
    /// - Parameter unpaired: the uploads without a counterpart, such as `b.pcap#4`.
    func finish(unpaired: [String])
}
