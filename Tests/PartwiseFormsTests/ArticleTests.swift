import Inspection
import InspectionRules
import TestSupport
import Testing

/// The article on encoders made by hand: what it names exists.
struct ArticleTests {
    @Test func `every rule that the article names is in the catalogue`() throws {
        let path = Checkout.path(
            "Sources/PartwiseForms/PartwiseForms.docc/FromAHandMadeEncoderToARightOne.md"
        )
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        let quoted = text.split(separator: "`").filter { piece in
            piece.contains("/")
                && piece.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "/" }
        }
        let ids = Set(quoted.map(String.init)).subtracting(["multipart/form-data"])
        #expect(ids.count >= 20)
        #expect(ids.filter { RuleCatalogue.ofForms.rule($0) == nil } == [])
    }
}
