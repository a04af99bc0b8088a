package import Inspection
import Pages

extension Configuration {
    /// What a configuration sets for a rule.
    private enum Verdict: String, CaseIterable {
        case error, warning, note, off
    }

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - text: the text of the file.
    ///   - path: the file's name in error messages; paths in the file are relative to its folder.
    ///   - catalogue: the rules that it may name.
    /// - Throws: the first fault, with its place.
    package init(reading text: String, path: String, rules catalogue: RuleCatalogue) throws(PolicyFailure) {
        self.init()
        let file = try PolicyFile.read(text, path: path)
        let settings = try file.members(
            "the configuration",
            knowing: ["threshold", "require-uploads", "rules", "contract", "baseline"]
        )
        if let value = settings["threshold"] {
            threshold = try value.choice("threshold", of: Severity.self)
        }
        if let value = settings["require-uploads"] { requiresUploads = try value.flag("require-uploads") }
        if let rules = settings["rules"] { try read(rules: rules, of: catalogue) }
        if let value = settings["contract"] {
            contracts = try value.texts("contract").map { name in
                BuiltInContract(rawValue: name) == nil ? Self.path(name, besides: path) : name
            }
        }
        if let value = settings["baseline"] {
            baseline = Self.path(try value.text("baseline"), besides: path)
        }
    }

    private mutating func read(rules: PlacedValue, of catalogue: RuleCatalogue) throws(PolicyFailure) {
        for member in try Members(rules, "rules").all {
            guard catalogue.rule(member.name) != nil else {
                let near = NearestName.of(member.name, among: catalogue.all.map(\.id).sorted())
                throw member.place.failure(
                    "there is no rule '\(member.name)'"
                        + (near.map { "; did you mean \($0)?" } ?? ": partwise rules lists all")
                )
            }
            var verdict = member.value
            var reason: String?
            if case .members = member.value.content {
                let settings = try member.value.members("a rule", knowing: ["severity", "reason"])
                verdict = try settings.required("severity", of: "the rule")
                reason = try settings["reason"].map { value throws(PolicyFailure) in try value.text("reason")
                }
            }
            let override: SeverityPolicy.Override
            switch try verdict.choice("the severity of a rule", of: Verdict.self) {
            case .error: override = .severity(.error)
            case .warning: override = .severity(.warning)
            case .note: override = .severity(.note)
            case .off:
                // Without a reason, the setting cannot be reviewed a year later.
                guard reason != nil else {
                    throw verdict.place.failure(
                        "a rule that is off needs a reason: write {severity: off, reason: …}"
                    )
                }
                override = .off
            }
            severities.overrides[member.name] = override
            reasons[member.name] = reason
        }
    }

    /// Resolves a path that is relative to the folder of the file that names it.
    private static func path(_ path: String, besides file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
