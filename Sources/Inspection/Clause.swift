/// A clause of a specification on which a rule is based.
package struct Clause: Hashable, Sendable {
    /// The clause as it is cited, such as `RFC 2046 §5.1.1`.
    package var name: String
    /// Where it can be read.
    package var link: String

    /// Makes a clause that is not an RFC section.
    package init(name: String, link: String) {
        self.name = name
        self.link = link
    }

    /// A section of an RFC: `rfc(2046, "5.1.1")`.
    package static func rfc(_ number: Int, _ section: String) -> Clause {
        Clause(
            name: "RFC \(number) §\(section)",
            link: "https://www.rfc-editor.org/rfc/rfc\(number)#section-\(section)"
        )
    }

    /// The multipart/form-data encoding algorithm of the HTML standard.
    package static let whatwgEncoding = Clause(
        name: "WHATWG HTML, multipart/form-data encoding algorithm",
        link: "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data"
    )

    /// A rule of thumb that no specification states; `reason` says in a few words what it is based on.
    package static func practice(_ reason: String) -> Clause {
        Clause(name: reason, link: "")
    }
}
