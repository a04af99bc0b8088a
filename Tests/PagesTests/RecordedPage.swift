import Foundation
import Pages
import TestSupport
import Testing

/// A page of `Captures/pages`, and what browsers made of it.
struct RecordedPage: CustomTestStringConvertible, Sendable {
    /// What one or several browsers made of it.
    struct Record: Decodable {
        struct Control: Decodable {
            var name: String?
            var type: String?
            /// The index of its form, -1 for none.
            var form: Int
        }
        struct Form: Decodable {
            var action: String
            var method: String
            var enctype: String
        }
        struct Sent: Decodable {
            var method: String
            var target: String
            var contentType: String?
            /// Each byte is the character with its number.
            var body: String

            var bytes: [UInt8] { body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
        }
        var browsers: [String]
        var controls: [Control]
        var forms: [Form]
        var sent: Sent?
    }

    let name: String

    var testDescription: String { name }

    /// All pages.
    static let all: [RecordedPage] = Checkout.files(below: Checkout.path("Captures/pages"))
        .filter { $0.hasSuffix(".html") }.map { RecordedPage(name: String($0.dropLast(5))) }

    /// The bytes of the page.
    func bytes() throws -> [UInt8] { try Checkout.bytes(of: Checkout.path("Captures/pages/\(name).html")) }

    /// The page, read.
    func page() throws -> CapturedPage {
        CapturedPage(try bytes(), url: "http://page.test/page/\(name)", contentType: "text/html")
    }

    /// What browsers made of it.
    func records() throws -> [Record] {
        let path = Checkout.path("Captures/pages/\(name).submitted.json")
        return try JSONDecoder().decode([Record].self, from: Data(try Checkout.bytes(of: path)))
    }

    /// The text of a start tag, of a page in any encoding.
    func tag(_ control: PageControl) throws -> String {
        String(decoding: try bytes()[control.startTag].filter { $0 != 0 }, as: UTF8.self)
    }
}
