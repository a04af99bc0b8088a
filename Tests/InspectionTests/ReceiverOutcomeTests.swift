import Exchanges
import Forms
import Foundation
import Inspection
import TestSupport
import Testing

/// What is said of receivers, held to what their form APIs gave for the same bodies.
///
/// Measured with the versions of ``Receiver/measuredVersion``, each through what its users call: Flask's `request.form`
/// and `request.files`, `request.POST`, `Request.form()`, `parse_form_data`, `$_POST` and `$_FILES`,
/// `ParseMultipartForm`, and the events of busboy.
struct ReceiverOutcomeTests {
    /// A form with one irregular place, and what receivers found in it.
    struct MeasuredReading: Decodable, Sendable, CustomTestStringConvertible {
        /// What is irregular.
        let name: String
        /// The body, delimited by `AaB03x`.
        let body: String
        /// The names of fields and the lengths of their contents; `nil` where the form was refused.
        ///
        /// A receiver is absent where it finds the same fields as others, but begins a content elsewhere.
        let readings: [String: [Field]?]

        var testDescription: String { name }

        static var all: [MeasuredReading] {
            get throws {
                try JSONDecoder().decode(
                    [MeasuredReading].self,
                    from: Data(Checkout.bytes(of: Checkout.path("Tests/Cases/delimiter-readings.json")))
                )
            }
        }
    }

    /// The name of a field, and the length of its content.
    struct Field: Decodable, Hashable, Sendable, Comparable, CustomStringConvertible {
        let name: String
        let length: Int

        init(name: String, length: Int) { (self.name, self.length) = (name, length) }

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            name = try values.decode(String.self)
            length = try values.decode(Int.self)
        }

        var description: String { "\(name) \(length)" }

        static func < (one: Field, other: Field) -> Bool {
            (one.name, one.length) < (other.name, other.length)
        }
    }

    @Test(arguments: try MeasuredReading.all)
    func `the reading that is told of a receiver is the one that it has`(_ measured: MeasuredReading) throws {
        let form = try #require(SentRequest(framing: .bare, sending: measured.body).context.form)
        for reading in ReceiverReading.all(of: form) {
            guard let expected = measured.readings[reading.receiver.rawValue] else { continue }
            let told: [Field]? =
                switch reading.outcome {
                case .refuses: nil
                case .fields(let fields):
                    fields.map {
                        Field(name: String(decoding: $0.name ?? [], as: UTF8.self), length: $0.content.count)
                    }
                    .sorted()
                }
            #expect(told == expected?.sorted(), "\(reading.receiver.name)")
        }
    }
}
