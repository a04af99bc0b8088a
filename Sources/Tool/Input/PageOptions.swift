import ArgumentParser
import Forms
import Pipeline
import Reporting

/// The options of a report that is a page.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --format html: show this many bytes of each body (default \(HTMLReporter.bodyLimit)).",
            valueName: "bytes"
        )
    )
    var bodyLimit = HTMLReporter.bodyLimit

    func validate() throws {
        guard (0...HTMLReporter.totalBodyLimit).contains(bodyLimit) else {
            throw ValidationError("--body-limit takes 0 to \(HTMLReporter.totalBodyLimit) bytes.")
        }
    }

    /// Has as much of each body kept as is shown.
    func prepare(_ options: inout InspectionOptions) {
        options.formLimits.wholeBody = max(options.formLimits.wholeBody, bodyLimit)
    }
}
