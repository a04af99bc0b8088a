import Foundation
import Inspection
import TestSupport
import Testing

/// What is said of receivers, held to what they did with the bodies of the lab.
struct ReceiverTestCaseTests {
    @Test(.needs(.lab), arguments: LabCase.all)
    func `the table has a body under the rules that find its fault`(_ lab: LabCase) {
        let bodies = ReceiverTestCase.all.filter { $0.name == lab.id }
        #expect(Set(bodies.map(\.rule)) == Set(lab.expect.map(\.rule)))
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
        let unknown = Set(ReceiverTestCase.all.map(\.rule)).filter { RuleCatalogue.rule($0) == nil }
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }
}
