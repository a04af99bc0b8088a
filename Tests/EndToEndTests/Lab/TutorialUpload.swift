import Foundation
import TestSupport
import Testing

/// An upload written by hand as tutorials have it, and the rules that may be named first.
struct TutorialUpload: Decodable, Sendable, CustomTestStringConvertible {
    /// The case's name.
    let id: String
    /// The rules of which one has to come first; none where nothing is wrong.
    let first: [String]
    /// The request, head and body, in Base64.
    let request: Data

    var testDescription: String { id }

    /// The uploads; none where they are missing.
    static var all: [TutorialUpload] {
        guard let path = Corpora.lab.path,
            let data = FileManager.default.contents(atPath: path + "/tutorial.json")
        else { return [] }
        // A file that is there but is not understood must not pass for a missing one.
        do {
            return try JSONDecoder().decode([TutorialUpload].self, from: data)
        } catch {
            preconditionFailure("\(path)/tutorial.json: \(error)")
        }
    }
}
