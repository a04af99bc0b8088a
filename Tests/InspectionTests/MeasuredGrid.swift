import Foundation
import TestSupport

/// What receivers did with the bodies of the lab when they were run: `Receivers/grid.json`.
struct MeasuredGrid: Decodable, Sendable {
    /// A field: its name, its filename and how many bytes it holds.
    struct Field: Decodable, Hashable, Sendable {
        let name: String?
        let filename: String?
        let length: Int

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            name = try values.decodeNil() ? nil : values.decode(String.self)
            filename = try values.decodeNil() ? nil : values.decode(String.self)
            length = try values.decode(Int.self)
        }
    }

    /// What came of a body.
    struct Result: Decodable, Sendable {
        /// What a reader did.
        let outcome: String?
        /// Whether a field or a file of those that were meant is lost.
        let loses: Bool?
        /// What a reader read.
        let form: [Field]?
        /// What a checker did: `pass` or `block`.
        let verdict: String?
        /// The flags that a checker set.
        let flags: [String]?
        /// The text with which a checker blocked.
        let error: String?
    }

    /// A receiver of the grid.
    struct Column: Decodable, Sendable {
        let id: String
        let name: String
        let parser: String
        let kind: String
    }

    let receivers: [Column]
    /// The results by receiver and body.
    let results: [String: [String: Result]]

    /// The ids of those that read forms.
    var readers: [String] { receivers.filter { $0.kind == "reader" }.map(\.id) }

    /// The grid of the project.
    static var project: MeasuredGrid {
        get throws { try stored.get() }
    }

    private static let stored = Swift.Result {
        let path = Checkout.path("Receivers/grid.json")
        return try JSONDecoder().decode(MeasuredGrid.self, from: Data(Checkout.bytes(of: path)))
    }
}
