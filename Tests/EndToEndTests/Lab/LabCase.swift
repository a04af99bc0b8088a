import Foundation
import Inspection
import TestSupport
import Testing

/// A bare body and the rules that it breaks.
struct LabCase: Decodable, Sendable, CustomTestStringConvertible {
    /// A rule that has to speak.
    struct Expectation: Decodable, Hashable, Sendable {
        /// The rule's id.
        let rule: String
        /// The finding's severity by its name in reports.
        let severity: String
    }

    /// The case's name.
    let id: String
    /// The value of Content-Type.
    let contentType: String
    /// The body, in Base64.
    let body: Data
    /// What has to be found.
    let expect: [Expectation]
    /// Whether the specifications allow it.
    let conforming: Bool

    var testDescription: String { id }

    /// The cases; none where they are missing.
    static var all: [LabCase] {
        guard let path = Corpora.lab.path,
            let data = FileManager.default.contents(atPath: path + "/cases.json")
        else { return [] }
        // A file that is there but is not understood must not pass for a missing one.
        do {
            return try JSONDecoder().decode([LabCase].self, from: data)
        } catch {
            preconditionFailure("\(path)/cases.json: \(error)")
        }
    }
}
