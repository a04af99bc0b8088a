/// A clause of a specification on which a rule is based.
package struct Clause: Hashable, Sendable {
    /// Where it stands.
    ///
    /// The texts are made when they are asked for: each start makes all rules.
    private enum Place: Hashable {
        case section(String, rfc: Int)
        case elsewhere(name: String, link: String)
    }

    private let place: Place

    /// The clause as it is cited, such as `RFC 2046 §5.1.1`.
    package var name: String {
        switch place {
        case .section(let section, let number): "RFC \(number) §\(section)"
        case .elsewhere(let name, _): name
        }
    }

    /// Where it can be read.
    package var link: String {
        switch place {
        case .section(let section, let number):
            "https://www.rfc-editor.org/rfc/rfc\(number)#section-\(section)"
        case .elsewhere(_, let link): link
        }
    }

    /// Makes a clause that is not an RFC section.
    package init(name: String, link: String) { place = .elsewhere(name: name, link: link) }

    private init(_ place: Place) { self.place = place }

    /// A section of an RFC: `rfc(2046, "5.1.1")`.
    package static func rfc(_ number: Int, _ section: String) -> Clause {
        Clause(.section(section, rfc: number))
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
