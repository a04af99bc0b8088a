import ArgumentParser
import Filters
import Policy

/// The options for the selection of exchanges by their requests.
package struct RequestSelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only requests whose URL (or target, where it begins with /) matches.",
            valueName: "glob"
        )
    )
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Only requests that a rule of this file matches (Adblock syntax, or a hosts file); may be repeated.",
            valueName: "file"
        )
    )
    var urlRules: [String] = []

    @Option(help: "Only requests with this method.")
    var method: String?

    @Option(help: "Only requests to this host, with or without its port.")
    var host: String?

    @Option(
        help: ArgumentHelp("Only requests of this client, with or without its port.", valueName: "address")
    )
    var client: String?

    @Flag(help: "Only requests that carry, or should carry, a multipart body.")
    var forms = false

    /// Makes the options with their defaults.
    package init() {}

    /// The filter on exchanges.
    ///
    /// - Parameter terminal: receives what was noticed in files of rules.
    /// - Returns: the filter.
    /// - Throws: a ``CommandFailure`` where a file of rules cannot be read, or all of them hold no rule.
    package func selection(in terminal: Terminal) throws -> ExchangeSelection {
        let rules = try urlRules.isEmpty ? nil : FilterReading.read(urlRules, in: terminal)
        return ExchangeSelection(
            url: url.map { Glob($0) },
            matchesTarget: url?.hasPrefix("/") ?? false,
            rules: rules,
            rulePaths: urlRules,
            method: method,
            host: host,
            client: client,
            formsOnly: forms
        )
    }

    /// Whether exchanges are left out.
    package var isSelective: Bool {
        [url, method, host, client].contains { $0 != nil } || !urlRules.isEmpty || forms
    }
}
