import Foundation
import TestSupport
import Testing

@testable import Inspection

/// How receivers read names and filenames, held to what they read when they were sent them.
struct LabelReadingTests {
    /// A label, and the texts that receivers gave to their applications.
    struct Measured: Decodable, Sendable, CustomTestStringConvertible {
        /// `name` or `filename`.
        let label: String
        /// The value between the quotes.
        let value: String
        /// The value of `filename*` beside it.
        let star: String?
        /// The texts by receivers; `null` where the part was dropped.
        let readings: [String: String?]

        var testDescription: String { "\(label) \(value)" }

        static var all: [Measured] {
            get throws {
                try JSONDecoder().decode(
                    [Measured].self,
                    from: Data(Checkout.bytes(of: Checkout.path("Tests/Cases/label-readings.json")))
                )
            }
        }
    }

    @Test(arguments: try Measured.all)
    func `a label is said to read as it was measured`(_ measured: Measured) throws {
        let value = Array(measured.value.utf8)[...]
        let found =
            measured.label == "name"
            ? LabelReadings(name: value)
            : LabelReadings(filename: value, star: measured.star.map { Array($0.utf8)[...] })
        guard found.readings.count > 1 else {
            // What a receiver does to every label is left out where all read it alike.
            #expect(Set(measured.readings.values).count == 1)
            return
        }
        for (name, text) in measured.readings {
            let receiver = try #require(Receiver(rawValue: name))
            let reading = try #require(found.readings.first { $0.receivers.contains(receiver) })
            #expect(reading.text.map { String(decoding: $0, as: UTF8.self) } == text, "\(name)")
        }
    }
}
