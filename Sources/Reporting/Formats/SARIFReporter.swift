import Bytes
import Forms
package import Inspection
package import Pipeline
import Policy

/// Writes the report as one SARIF 2.1.0 log, the format of code scanners and editors.
///
/// A finding is located in its capture, and in the bytes that its offset counts in: these (a body, or a
/// stream) are artifacts nested in the capture (SARIF §3.24.3). Results are written immediately, so that
/// memory grows only with the number of exchanges that have findings; the artifacts and rules are written
/// after them.
package final class SARIFReporter: Reporter {
    private let sink: any TextSink
    private let catalogue: RuleCatalogue
    private let version: String
    private let threshold: Severity
    private var path = ""
    private var capture = 0
    private var artifacts: [JSONValue] = []
    private var notifications: [JSONValue] = []
    private var rules: [any Rule] = []
    private var places: [String: Int] = [:]
    private var resultCount = 0

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - sink: receives the report.
    ///   - rules: the rules that the findings name.
    ///   - version: the version of the tool.
    ///   - threshold: the least severity that counts for the exit code.
    package init(
        to sink: any TextSink,
        rules: RuleCatalogue,
        version: String,
        threshold: Severity = .error
    ) {
        self.sink = sink
        catalogue = rules
        self.version = version
        self.threshold = threshold
        sink.line("{")
        sink.line("  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",")
        sink.line("  \"version\": \"2.1.0\",")
        sink.write("  \"runs\": [\n    {\n      \"results\": [")
    }

    /// It reports findings alone.
    package var countsUploadsBelow: Severity? { .note }

    /// Adds the capture as an artifact.
    package func begin(_ path: String) {
        self.path = path
        capture = artifacts.count
        artifacts.append(["location": ["uri": .string(Self.uri(path))], "roles": ["analysisTarget"]])
    }

    /// Writes the exchange's findings.
    package func exchange(_ exchange: InspectedExchange) {
        var nested: [Finding.Place: Int] = [:]
        for located in exchange.findings {
            let place = located.finding.place
            let artifact = nested[place] ?? addArtifact(of: place, in: exchange)
            nested[place] = artifact
            let text = JSONText.indented(result(located, of: exchange, artifact: artifact), depth: 4)
            sink.write((resultCount > 0 ? ",\n        " : "\n        ") + text)
            resultCount += 1
        }
    }

    /// Records the notices about the capture.
    package func end(_ capture: InspectedCapture) {
        for problem in capture.problems { notify(problem.kind, problem.message, level: "warning") }
    }

    /// Records an input that could not be read.
    package func failed(_ failure: InputFailure) {
        notify("unreadable", failure.description, level: "error")
    }

    /// Writes artifacts, rules and notifications, and ends the log.
    package func finish(_ totals: ReportTotals) {
        sink.line(resultCount > 0 ? "\n      ]," : "],")
        for sentence in totals.judgedUploads == 0 ? totals.reasonsForNothing : totals.unjudged.sentences {
            notifications.append([
                "descriptor": ["id": "uploads-not-judged"], "level": "warning",
                "message": ["text": .string(SARIFText.plain(sentence))],
            ])
        }
        if let diagnosis = totals.diagnosis, let explanation = diagnosis.explanation {
            notifications.append([
                "descriptor": ["id": "server-error"], "level": "note",
                "message": ["text": .string(SARIFText.plain("\(diagnosis.quoted): \(explanation)"))],
            ])
        }
        let hasFailed = notifications.contains { $0.member("level") == "error" }
        let invocation: JSONValue = [
            "executionSuccessful": .bool(!hasFailed),
            "exitCode": .integer(
                hasFailed || totals.lacksInput
                    ? 3 : totals.hasFindings(atOrAbove: threshold) || totals.lacksUploads ? 1 : 0
            ),
            "toolExecutionNotifications": .array(notifications),
        ]
        let driver: JSONValue = [
            "name": "partwise", "version": .string(version), "semanticVersion": .string(version),
            "rules": .array(rules.map(Self.descriptor)),
        ]
        sink.line("      \"artifacts\": \(JSONText.indented(.array(artifacts), depth: 3)),")
        sink.line("      \"invocations\": \(JSONText.indented([invocation], depth: 3)),")
        sink.line("      \"tool\": \(JSONText.indented(["driver": driver], depth: 3))")
        sink.line("    }\n  ]\n}")
    }

    private func notify(_ kind: String, _ message: String, level: JSONValue) {
        var notice: [JSONValue.Member] = [
            .init("descriptor", ["id": .string(kind)]), .init("level", level),
            .init("message", ["text": .string(SARIFText.plain(message))]),
        ]
        if capture < artifacts.count {
            let location: JSONValue = ["physicalLocation": ["artifactLocation": captureLocation]]
            notice.append(.init("locations", [location]))
        }
        notifications.append(.object(notice))
    }

    private var captureLocation: JSONValue {
        ["uri": .string(Self.uri(path)), "index": .integer(capture)]
    }

    private func addArtifact(of place: Finding.Place, in exchange: InspectedExchange) -> Int {
        let name = "/\(exchange.number)/\(place == .body ? "request-body" : "client-stream")"
        var members: [JSONValue.Member] = [
            .init("location", ["uri": .string(name)]), .init("parentIndex", .integer(capture)),
        ]
        if place == .body, let form = exchange.form { members.append(.init("length", .integer(form.length))) }
        artifacts.append(.object(members))
        return artifacts.count - 1
    }

    private func result(
        _ located: LocatedFinding,
        of exchange: InspectedExchange,
        artifact: Int
    ) -> JSONValue {
        let finding = located.finding
        let text = FindingText(exchange, path: path, style: TextStyle())
        let name = FindingText.name(path: path, number: exchange.number, isBare: exchange.isBareBody)
        let qualified = name + (finding.part.map { "/part \($0)" } ?? "")
        var region: [JSONValue.Member] = [
            .init("byteOffset", .integer(finding.range.lowerBound)),
            .init("byteLength", .integer(finding.range.count)),
        ]
        if let bytes = located.bytes, !bytes.isEmpty {
            region.append(.init("snippet", ["binary": .string(ByteText.base64(bytes))]))
        }
        let message = SARIFText.plain("\(finding.message). \(finding.hint)")
        return [
            "ruleId": .string(finding.rule),
            "ruleIndex": .integer(index(ofRule: finding.rule)),
            "level": .string(finding.severity.rawValue),
            "message": ["text": .string(message)],
            "locations": [
                [
                    "physicalLocation": ["artifactLocation": captureLocation],
                    "logicalLocations": [["fullyQualifiedName": .string(qualified)]],
                    "message": ["text": .string(SARIFText.plain(text.place(of: located)))],
                ]
            ],
            "relatedLocations": [
                [
                    "physicalLocation": [
                        "artifactLocation": ["index": .integer(artifact)], "region": .object(region),
                    ]
                ]
            ],
            "partialFingerprints": [
                "request/v1": .string(
                    "\(finding.rule) \(exchange.requestLine(limit: 200)) \(finding.part ?? 0)"
                )
            ],
            "properties": [
                "in": .string(finding.place.rawValue), "frame": JSONValue(located.frame),
                "source": .string(finding.source),
                "consequences": .array(finding.consequences.map { .string($0.rule) }),
            ],
        ]
    }

    private func index(ofRule id: String) -> Int {
        if let place = places[id] { return place }
        guard let rule = catalogue.rule(id) else { return -1 }
        places[id] = rules.count
        rules.append(rule)
        return rules.count - 1
    }

    private static func descriptor(_ rule: any Rule) -> JSONValue {
        let clauses = rule.clauses.map(\.name).joined(separator: ", ")
        let links = rule.clauses.map { clause in
            clause.link.isEmpty
                ? MarkdownText.escaped(clause.name) : "[\(MarkdownText.escaped(clause.name))](\(clause.link))"
        }
        var members: [JSONValue.Member] = [
            .init("id", .string(rule.id)),
            .init("shortDescription", ["text": .string(SARIFText.plain(rule.title))]),
            .init("fullDescription", ["text": .string(SARIFText.plain(rule.rationale))]),
            .init(
                "help",
                [
                    "text": .string(SARIFText.plain("\(rule.hint)\n\(clauses)")),
                    "markdown": .string(
                        SARIFText.formatted(
                            "\(MarkdownText.escaped(rule.hint))\n\n\(links.joined(separator: ", "))"
                        )
                    ),
                ]
            ),
            .init("defaultConfiguration", ["level": .string(rule.severity.rawValue)]),
            .init("properties", ["tags": [.string(rule.group)]]),
        ]
        if let link = rule.clauses.lazy.map(\.link).first(where: { !$0.isEmpty }) {
            members.insert(.init("helpUri", .string(link)), at: 4)
        }
        return .object(members)
    }

    /// The bytes that a path may contain unencoded.
    private static let unreserved = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8
    )

    /// The path as a relative reference (RFC 3986 §4.2): all but unreserved characters and `/` is
    /// percent-encoded.
    private static func uri(_ path: String) -> String {
        guard path != "-" else { return "stdin:" }
        var result = path.hasPrefix("/") ? "file://" : ""
        for byte in SystemPath.bytes(path) {
            if unreserved.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}

extension LocatedFinding {
    /// The offending bytes, where all were kept.
    fileprivate var bytes: ArraySlice<UInt8>? {
        let lower = finding.range.lowerBound - excerptOffset
        let upper = finding.range.upperBound - excerptOffset
        return lower >= 0 && upper <= excerpt.count ? excerpt[lower..<upper] : nil
    }
}
