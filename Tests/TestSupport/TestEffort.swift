import Foundation

/// How much tests try that would take minutes.
package enum TestEffort {
    /// Whether they try everything, asked for by `PARTWISE_TEST_ALL=1`; otherwise they take samples, the same each time.
    package static let isWhole = ProcessInfo.processInfo.environment["PARTWISE_TEST_ALL"] == "1"
}
