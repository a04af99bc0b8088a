import Foundation
import TestSupport
import Testing

/// A body of the lab.
struct LabBody: Decodable, Sendable, CustomTestStringConvertible {
    /// The case's name.
    let id: String
    /// The value of Content-Type.
    let contentType: String
    /// The body, in Base64.
    let body: Data
    /// Whether the specifications allow it.
    let conforming: Bool

    var testDescription: String { id }

    /// The bodies; none where they are missing.
    static var all: [LabBody] {
        get throws {
            guard let path = Corpora.lab.path else { return [] }
            return try JSONDecoder().decode(
                [LabBody].self,
                from: Data(Checkout.bytes(of: path + "/cases.json"))
            )
        }
    }
}
