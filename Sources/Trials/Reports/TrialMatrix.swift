#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How one client did.
package struct TrialRow: Codable, Sendable {
    /// The client's name.
    package var client: String
    /// The command that sent its forms; `nil` where it ran the cases itself.
    package var command: String?
    /// The results, in the order of the cases.
    package var results: [TrialResult]

    /// Makes a row.
    package init(client: String, command: String?, results: [TrialResult]) {
        self.client = client
        self.command = command
        self.results = results
    }

    /// How many cases went so.
    package func count(_ outcome: TrialOutcome) -> Int { results.count { $0.outcome == outcome } }

    /// The result of a case; `nil` where it was not run.
    func result(of trial: String) -> TrialResult? { results.first { $0.trial == trial } }
}

/// Clients and cases: the results of one run, or of several that were joined.
package struct TrialMatrix: Codable, Sendable {
    /// What is no matrix, and why.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The version of the format: a reader of another one cannot use it.
    private static let currentFormat = 1

    private var format = TrialMatrix.currentFormat
    /// The rows, one for each client.
    package private(set) var rows: [TrialRow] = []

    /// Makes a matrix without clients.
    package init() {}

    /// Reads a matrix in JSON.
    ///
    /// - Throws: ``Failure`` where the text is none.
    package init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(TrialMatrix.self, from: json)
        } catch {
            throw Failure(description: "is no report of trials in JSON")
        }
        guard format == Self.currentFormat else {
            throw Failure(description: "is a report of another version: \(format)")
        }
    }

    /// Adds the results of a client: they replace those that it had of the same cases.
    package mutating func add(_ row: TrialRow) {
        guard let index = rows.firstIndex(where: { $0.client == row.client }) else { return rows.append(row) }
        let fresh = Dictionary(row.results.map { ($0.trial, $0) }) { $1 }
        let known = Set(rows[index].results.map(\.trial))
        let added = row.results.filter { !known.contains($0.trial) }
        rows[index].results = rows[index].results.map { fresh[$0.trial] ?? $0 } + added
        rows[index].command = row.command
        let order = Dictionary(uniqueKeysWithValues: TrialCase.all.enumerated().map { ($1.id, $0) })
        rows[index].results.sort { order[$0.trial] ?? Int.max < order[$1.trial] ?? Int.max }
    }

    /// Adds all rows of another matrix.
    package mutating func add(_ other: TrialMatrix) {
        for row in other.rows { add(row) }
    }

    /// The cases of which there are results, in their order.
    var trials: [TrialCase] {
        let run = Set(rows.flatMap { $0.results.map(\.trial) })
        return TrialCase.all.filter { run.contains($0.id) }
    }

    /// The matrix in JSON.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
