package import Inspection

/// The form of a captured page that made a request, and how the request differs from it.
package struct FormOrigin: Sendable {
    /// Why a form is taken for the one.
    package enum Reason: String, Hashable, Sendable {
        /// The Referer field names the page.
        case referer
        /// The Referer field names the page's origin, which is all that browsers say to other origins.
        case origin
        /// The form's action is the request's URL.
        case action
        /// All names are those of the form's controls, and none is missing.
        case names
        /// Some names are.
        case someNames = "some-names"
        /// Hidden fields or the pressed button have the values of the page.
        case values
    }

    /// A way in which the request differs from what the form sends.
    package enum Difference: String, Hashable, Sendable {
        /// The form has a file input, but of its file only the name was sent.
        case fileAsName = "file-as-name"
        /// The request has another encoding than the form.
        case enctype
        /// Controls that the form sends are not in the request.
        case missing
        /// No control explains parts: a script added them.
        case unexplained
        /// The parts are in another order than the controls.
        case order
        /// A file input was sent without a file: nothing was chosen.
        case nothingChosen = "nothing-chosen"
        /// The file of a file input was sent as text.
        case fileAsText = "file-as-text"
        /// The request goes to another URL than the form's.
        case address
    }

    /// A difference, and what it is about.
    package struct Remark: Hashable, Sendable {
        /// The kind.
        package var difference: Difference
        /// One sentence without a full stop.
        package var message: String
        /// The parts that it is about, from 1.
        package var parts: [Int] = []
    }

    /// A control of the form, and what the request has of it.
    package struct Row: Sendable {
        /// The control; `nil` where none explains the entries.
        package var control: PageControl?
        /// The index of each entry in the request, from 0.
        package var entries: [Int]
    }

    /// The number of the exchange whose response is the page.
    package var page: Int
    /// The URL of the page.
    package var url: String?
    /// The form.
    package var form: PageForm
    /// Why.
    package var reasons: [Reason]
    /// The numbers of other forms of the page that explain the request as well.
    package var alternatives: [Int]
    /// What differs, the worst first.
    package var remarks: [Remark]
    /// The controls in the order of the page, then the entries without a control.
    package var rows: [Row]
    /// The names of the request's entries, in order.
    package var sentNames: [[UInt8]]
    /// Whether the capture has the whole request.
    package var isWhole: Bool
    /// The place of the request's Content-Type, as offsets in the stream; empty where it has none.
    package var contentType: Range<Int>
    /// Hidden fields whose value the request holds, where the form has no file input: a file can take their place.
    package var placeholders: [AttachHint]
    /// What rules find in the form.
    package var findings: [Finding]

    /// What is wrong with the request itself: of a file only the name was sent.
    package var requestFindings: [Finding] {
        guard let remark = remarks.first(where: { $0.difference == .fileAsName }) else { return [] }
        var report = RuleReport()
        if contentType.isEmpty {
            report.add(FormFileWithGET(), "\(title): \(remark.message)", at: contentType, in: .head)
        } else {
            report.add(FormFileNotMultipart(), "\(title): \(remark.message)", at: contentType, in: .head)
        }
        return report.findings
    }

    /// What explains the request in a few words: "form 2 of exchange 3".
    package var title: String { "form \(form.number) of exchange \(page)" }
}
