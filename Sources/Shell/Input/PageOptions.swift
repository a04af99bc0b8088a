import ArgumentParser
import Forms
package import Pipeline
package import Reporting

/// The options of an HTML report.
package struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --format html: show this many bytes of each body.",
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

    /// The limits on the page's size.
    package var limits: HTMLReporter.Limits {
        var limits = HTMLReporter.Limits()
        limits.body = bodyLimit
        return limits
    }

    /// Sets inspection to keep as much of each body as is shown, even without a form.
    package func prepare(_ options: inout InspectionOptions) {
        options.formLimits.wholeBody = max(options.formLimits.wholeBody, bodyLimit)
        options.openingBytes = bodyLimit
    }
}
