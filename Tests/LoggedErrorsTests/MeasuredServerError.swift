import Foundation
import TestSupport
import Testing

/// A text that a receiver writes, and bodies that made it do so when it was run.
struct MeasuredServerError: Decodable, Sendable, CustomTestStringConvertible {
    /// A body with one fault.
    struct Body: Decodable, Sendable {
        /// The name of the body.
        let id: String
        /// The rules of which at least one names the fault.
        let rules: [String]
    }

    /// The receiver, by a word of its entries.
    let software: String
    /// The text.
    let text: String
    /// The bodies; none where the text is known from the receiver's source or documentation alone.
    let bodies: [Body]

    var testDescription: String { "\(software): \(text)" }

    /// All that were measured.
    static var all: [MeasuredServerError] {
        get throws {
            try JSONDecoder().decode(
                [MeasuredServerError].self,
                from: Data(Checkout.bytes(of: Checkout.path("Tests/Cases/server-errors.json")))
            )
        }
    }
}
