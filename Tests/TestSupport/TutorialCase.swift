package import Foundation
import Testing

/// A request as programs write them that follow a tutorial, with one fault, and the form that was meant.
package struct TutorialCase: Decodable, Sendable, CustomTestStringConvertible {
    /// A part that was meant.
    package struct Part: Decodable, Hashable, Sendable {
        /// The name as browsers write it.
        package var name: String?
        /// The filename as browsers write it.
        package var filename: String?
        /// The number of bytes of the content.
        package var size: Int
        /// The SHA-256 of the content in lowercase hexadecimal digits.
        package var sha256: String

        /// Makes a part of its labels and its content's length and digest.
        package init(name: String?, filename: String?, size: Int, sha256: String) {
            (self.name, self.filename, self.size, self.sha256) = (name, filename, size, sha256)
        }
    }

    /// The case's name.
    package let id: String
    /// The rules of which one has to come first; none where nothing is wrong.
    package let first: [String]
    /// Whether the bytes show what was meant.
    package let repairable: Bool
    /// What a repair says that it did, or why it did nothing.
    package let edits: [String]
    /// The parts that were meant.
    package let meant: [Part]
    /// The request, in Base64.
    package let request: Data

    package var testDescription: String { id }

    /// The cases.
    package static var all: [TutorialCase] {
        get throws {
            try JSONDecoder().decode(
                [TutorialCase].self,
                from: Data(Checkout.bytes(of: Checkout.path("Tests/Cases/tutorial.json")))
            )
        }
    }
}
