import ArgumentParser
import Forms
package import Pipeline
package import Reporting

/// The options of a report that is a page.
package struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --format html: show this many bytes of each body (default \(HTMLReporter.Limits().body)).",
            valueName: "bytes"
        )
    )
    var bodyLimit = HTMLReporter.Limits().body

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are known and go together.
    package func validate() throws {
        let limit = HTMLReporter.Limits().total
        guard (0...limit).contains(bodyLimit) else {
            throw ValidationError("--body-limit takes 0 to \(limit) bytes.")
        }
    }

    /// How much a page holds.
    package var limits: HTMLReporter.Limits {
        var limits = HTMLReporter.Limits()
        limits.body = bodyLimit
        return limits
    }

    /// Has as much of each body kept as is shown, also of those that are no forms.
    package func prepare(_ options: inout InspectionOptions) {
        options.formLimits.wholeBody = max(options.formLimits.wholeBody, bodyLimit)
        options.openingBytes = bodyLimit
    }
}
