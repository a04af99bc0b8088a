package import Reporting

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What one receiver did with the bodies that it was sent.
package struct ProbeReport: Sendable {
    /// Why a file is not such a report.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The format: a reader of another one cannot use it.
    private static let schema = "partwise.probe/1"

    /// The version that sent the bodies.
    package var version: String
    /// The URL to which they went.
    package var url: String
    /// What the receiver is called.
    package var label: String
    /// When the run ended, as in `2026-11-23T04:05:06Z`.
    package var date: String
    /// The results, in the order of the bodies.
    package var results: [ProbeResult]

    /// Makes a report.
    package init(version: String, url: String, label: String, date: String, results: [ProbeResult]) {
        self.version = version
        self.url = url
        self.label = label
        self.date = date
        self.results = results
    }

    /// Reads a report in JSON.
    ///
    /// - Throws: a ``Failure`` where it is none.
    package init(json: Data) throws {
        guard let head = try? JSONDecoder().decode(Head.self, from: json) else {
            throw Failure(description: "is not a report of partwise probe in JSON")
        }
        guard head.schema == Self.schema else {
            throw Failure(description: "is a report of another kind or version: \(head.schema)")
        }
        do {
            let entries = try JSONDecoder().decode(Entries.self, from: json)
            self.init(
                version: head.version,
                url: entries.url,
                label: entries.label,
                date: entries.date,
                results: entries.results
            )
        } catch {
            throw Failure(description: "is a report of partwise probe that is damaged")
        }
    }

    private struct Head: Decodable {
        let schema: String
        let version: String

        private enum CodingKeys: String, CodingKey {
            case schema
            case version = "partwise"
        }
    }

    private struct Entries: Decodable {
        let url: String
        let label: String
        let date: String
        let results: [ProbeResult]
    }

    /// The result of a body; `nil` where it was not sent.
    package func result(of id: String) -> ProbeResult? { results.first { $0.id == id } }

    /// The number of bodies with a sign.
    package func count(_ sign: ProbeSign) -> Int { results.count { $0.sign == sign } }

    /// The report in JSON, one result on each line.
    package var json: String {
        let head: [(String, String)] = [
            ("schema", Self.schema), ("partwise", version), ("url", url), ("label", label), ("date", date),
        ]
        let members = head.map { "\(JSONText.quoted($0.0)): \(JSONText.quoted($0.1))" }
        let lines = results.map { "  \(JSONText.compact($0.json))" }.joined(separator: ",\n")
        return "{\(members.joined(separator: ",\n ")),\n \"results\": [\n\(lines)\n]}\n"
    }
}

extension ProbeResult: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, outcome, status, form, effects, loses
    }

    /// Reads an entry of a report.
    package init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: CodingKeys.self)
        id = try entry.decode(String.self, forKey: .id)
        let word = try entry.decode(String.self, forKey: .outcome)
        guard let known = ProbeOutcome(rawValue: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .outcome,
                in: entry,
                debugDescription: "not an outcome"
            )
        }
        outcome = known
        status = try entry.decodeIfPresent(Int.self, forKey: .status)
        form = try entry.decodeIfPresent([ReadField].self, forKey: .form)
        effects = try entry.decodeIfPresent([String].self, forKey: .effects) ?? []
        loses = try entry.decodeIfPresent(Bool.self, forKey: .loses) ?? false
    }

    /// The entry in a report.
    var json: JSONValue {
        [
            "id": .string(id), "outcome": .string(outcome.rawValue), "status": JSONValue(status),
            "loses": .bool(loses), "form": form.map { .array($0.map(\.json)) } ?? .null,
            "effects": .array(effects.map(JSONValue.string)),
        ]
    }
}

extension ReadField {
    /// `[name, filename, length, sha256]`.
    package var json: JSONValue {
        .array([JSONValue(name), JSONValue(filename), .integer(length), .string(digest)])
    }
}
