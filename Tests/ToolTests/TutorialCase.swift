import Foundation
import TestSupport
import Testing

/// A request as programs write them that follow a tutorial, with one fault, and the form that was meant.
struct TutorialCase: Decodable, Sendable, CustomTestStringConvertible {
    /// A part that was meant.
    struct Part: Decodable, Hashable, Sendable {
        /// The name as browsers write it.
        var name: String?
        /// The filename as browsers write it.
        var filename: String?
        /// The number of bytes of the content.
        var size: Int
        /// The SHA-256 of the content in lowercase hexadecimal digits.
        var sha256: String
    }

    /// The case's name.
    let id: String
    /// Whether the bytes show what was meant.
    let repairable: Bool
    /// What a repair says that it did, or why it did nothing.
    let edits: [String]
    /// The parts that were meant.
    let meant: [Part]
    /// The request, in Base64.
    let request: Data

    var testDescription: String { id }

    /// The cases.
    static var all: [TutorialCase] {
        get throws {
            try JSONDecoder().decode(
                [TutorialCase].self,
                from: Data(Checkout.bytes(of: Checkout.path("Tests/Cases/tutorial.json")))
            )
        }
    }
}
