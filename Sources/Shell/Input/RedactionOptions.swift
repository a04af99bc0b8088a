import ArgumentParser
package import Pipeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The option for what is redacted before anything is shown or written.
package struct RedactionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace sensitive data with filler of the same length; may be repeated. Credentials (secrets) always: "
                + "Authorization, cookies, tokens. Besides: parts=NAME,… contents of parts, parts=all contents of all "
                + "parts and of other bodies, fields=NAME,… fields of heads, query=NAME,… parameters of URLs. "
                + "Names of parts and of files stay as they are.",
            valueName: "what"
        )
    )
    var redact: [String] = []

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are known and go together.
    package func validate() throws {
        for item in redact where item != Self.secrets {
            guard let (kind, names) = Self.split(item), Self.kinds.contains(kind), !names.isEmpty else {
                throw ValidationError(
                    "--redact takes secrets, parts=all, parts=NAME,…, fields=NAME,… or query=NAME,…, not '\(item)'"
                        + (FileManager.default.fileExists(atPath: item)
                            ? "." : ", which is not a file either.")
                )
            }
            guard kind == "fields" else { continue }
            if let name = names.first(where: { Redaction.structuralFields.contains($0.lowercased()) }) {
                throw ValidationError("--redact cannot take '\(name)': without it the body cannot be read.")
            }
        }
    }

    /// What is redacted; `nil` for nothing.
    package var redaction: Redaction? {
        guard !redact.isEmpty else { return nil }
        var redaction = Redaction()
        for (kind, names) in redact.compactMap(Self.split) {
            switch kind {
            case "parts":
                if names.contains("all") { redaction.coversAllParts = true }
                redaction.parts.formUnion(names.map { Array($0.utf8) })
            case "fields": redaction.fields.formUnion(names.map { $0.lowercased() })
            default: redaction.parameters.formUnion(names.map { $0.lowercased() })
            }
        }
        return redaction
    }

    /// The arguments, with the default value added after a bare `--redact`.
    ///
    /// It is bare at the end, and before an option or an existing file. Any other text after it is its value, so that one
    /// that cannot be parsed is an error, and does not leave everything readable.
    package static func completing(
        _ arguments: [String],
        exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
    ) -> [String] {
        var result: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return result + arguments[index...] }
            guard argument == "--redact" else {
                result.append(argument)
                continue
            }
            let next = index + 1 < arguments.count ? arguments[index + 1] : "-"
            let isValue = next == secrets || kinds.contains { next.hasPrefix("\($0)=") }
            let isBare =
                !isValue && (next.hasPrefix("-") || exists(CaptureArgument(next, exists: exists).path))
            result.append(isBare ? "--redact=\(secrets)" : argument)
        }
        return result
    }

    private static let secrets = "secrets"
    private static let kinds = ["parts", "fields", "query"]

    private static func split(_ item: String) -> (kind: String, names: [String])? {
        guard let equals = item.firstIndex(of: "=") else { return nil }
        // Blanks after commas are typed for the eye; a name may have some all the same.
        let names = item[item.index(after: equals)...].split(separator: ",").flatMap { name in
            Set([String(name), name.trimmingBlanks]).sorted()
        }
        return (String(item[..<equals]), names.filter { !$0.isEmpty })
    }
}
