import Foundation
import Inspection
import InspectionRules
import TestSupport
import Testing

/// What is said of receivers, held to what they did with the bodies of the lab.
struct ReceiverTestCaseTests {
    @Test(.needs(.lab), arguments: LabCase.all)
    func `the table has a body under the rules that find its fault`(_ lab: LabCase) {
        let bodies = ReceiverTestCase.all.filter { $0.name == lab.id }
        let expected = Set(lab.expect.map(\.rule)).subtracting(Self.beyond[lab.id] ?? [])
        #expect(Set(bodies.map(\.rule)) == expected)
    }

    /// The rules of bodies that are more than these ask for: receivers take others that violate them.
    private static let beyond: [String: Set<String>] = ["ct-boundary-300": ["boundary/too-long"]]

    @Test func `a boundary a little too long is taken by those that refuse one of 300 bytes`() {
        #expect(ReceiverTestCase.of("boundary/too-long").allSatisfy { $0.effect(on: .django) == .accepts })
        let long = ReceiverTestCase.of("limits/boundary-length-receiver")
        #expect(long.contains { $0.effect(on: .django) == .rejects })
    }

    @Test func `the receiver that alone reads a lost field is not shown as the odd one`() throws {
        let body = try #require(ReceiverTestCase.of("delimiter/missing-crlf-before").first)
        #expect(body.effect(on: .django) == .accepts)
        for receiver in [Receiver.php, .go, .busboy, .werkzeug, .pythonMultipart, .defnull] {
            #expect(body.effect(on: receiver) == .losesField)
        }
    }

    @Test func `every body of the table has an effect on each receiver that was measured`() {
        #expect(ReceiverTestCase.all.count > 150)
        for body in ReceiverTestCase.all {
            for receiver in Receiver.allCases {
                #expect(
                    (body.effect(on: receiver) != nil) == (receiver.measuredVersion != nil),
                    "\(body.name)"
                )
            }
        }
    }

    @Test func `every rule of the table is in the catalogue`() {
        let unknown = Set(ReceiverTestCase.all.map(\.rule)).filter { RuleCatalogue.ofForms.rule($0) == nil }
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }
}
