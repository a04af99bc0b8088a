extension Baseline {
    /// The version of the file format that is written.
    private static let version = "1"

    /// Reads a baseline.
    ///
    /// - Parameters:
    ///   - text: the text of the file.
    ///   - path: the file's name in error messages.
    /// - Throws: the first fault, with its place.
    package init(reading text: String, path: String) throws(PolicyFailure) {
        self.init()
        let file = try PolicyFile.read(text, path: path).members(
            "a baseline",
            knowing: ["baseline", "inputs", "requests"]
        )
        guard let version = file["baseline"] else {
            throw file.place.failure("this is not a baseline: --update-baseline writes one")
        }
        guard try version.text("baseline") == Self.version else {
            throw version.place.failure(
                "this is not a baseline of format \(Self.version): write it anew with --update-baseline"
            )
        }
        inputs = Set(try file["inputs"]?.texts("inputs") ?? [])
        for request in try file["requests"]?.items("requests") ?? [] {
            let members = try request.members(
                "a request",
                knowing: ["request", "file", "fields", "findings"]
            )
            let shape = RequestShape(
                request: try members.required("request", of: "the request").text("request"),
                file: try members["file"]?.text("file"),
                fields: try members["fields"]?.texts("fields") ?? []
            )
            for finding in try members["findings"]?.items("findings") ?? [] {
                let members = try finding.members("a finding", knowing: ["rule", "part", "place"])
                entries.insert(
                    Entry(
                        shape: shape,
                        // A rule that no longer exists has no findings: the entry is reported as gone.
                        rule: try members.required("rule", of: "the finding").text("rule"),
                        part: try members["part"]?.text("part"),
                        place: try members.required("place", of: "the finding").text("place")
                    )
                )
            }
        }
    }

    /// The text of the baseline's file: sorted, so that a change shows as what it is.
    package var text: String {
        var lines = [
            "# Findings that are known: partwise check --baseline does not report them again.",
            "# Written by partwise check --update-baseline. Remove what has been fixed; add nothing by hand.",
            "baseline: \(Self.version)",
            "inputs: \(YAMLText.list(inputs.sorted()))",
            "requests:\(entries.isEmpty ? " []" : "")",
        ]
        var shape: RequestShape?
        for entry in entries.sorted() {
            if entry.shape != shape {
                shape = entry.shape
                lines.append("  - request: \(YAMLText.scalar(entry.shape.request))")
                if let file = entry.shape.file { lines.append("    file: \(YAMLText.scalar(file))") }
                lines.append("    fields: \(YAMLText.list(entry.shape.fields))")
                lines.append("    findings:")
            }
            lines.append("      - rule: \(YAMLText.scalar(entry.rule))")
            if let part = entry.part { lines.append("        part: \(YAMLText.scalar(part))") }
            lines.append("        place: \(YAMLText.scalar(entry.place))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
