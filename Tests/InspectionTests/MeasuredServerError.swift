import Foundation
import TestSupport
import Testing

/// A text that a receiver wrote, and the bodies that made it do so.
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
    /// The bodies.
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
