package import Bytes
import Forms

/// The form of a request, by its head, where it can be rewritten.
package struct RewritableForm: Hashable, Sendable {
    /// What the head says of the body.
    package enum Reading: Hashable, Sendable {
        /// Not a `multipart/form-data` body.
        case noForm
        /// A form that can be rewritten.
        case form(RewritableForm)
        /// A form that cannot, and why.
        case refused(Refusal)
    }

    /// Why a form cannot be rewritten, by its head.
    package enum Refusal: Hashable, Sendable, CustomStringConvertible {
        /// Content-Type declares no boundary, or several, or an irregular one.
        case boundary
        /// The body has a content coding.
        case coded
        /// There is more than one field of a name that says how the body is read.
        case repeated(String)

        package var description: String {
            switch self {
            case .boundary: "its Content-Type does not declare one regular boundary"
            case .coded: "its body has a Content-Encoding"
            case .repeated(let name): "it has more than one \(name)"
            }
        }
    }

    /// The boundary.
    package let boundary: [UInt8]
    /// The length that Content-Length declares, in bytes.
    package let declaredLength: Int?

    /// Reads the fields of a request.
    package static func read(_ fields: FieldSection) -> Reading {
        guard let type = MediaType(fields), type.isFormData else { return .noForm }
        for (field, name) in [
            (KnownField.contentType, "Content-Type"), (.contentLength, "Content-Length"),
            (.transferEncoding, "Transfer-Encoding"),
        ] where fields.count(of: field) > 1 { return .refused(.repeated(name)) }
        if let coding = fields.value(.contentEncoding), !coding.isEmpty,
            !coding.equalsIgnoringCase("identity")
        {
            return .refused(.coded)
        }
        guard type.boundaries.count == 1, let parameter = type.boundaries.first, !parameter.hasBackslash,
            let boundary = type.declaredBoundaries.first, fields[parameter.value].elementsEqual(boundary),
            (1...70).contains(boundary.count)
        else { return .refused(.boundary) }
        let length = fields.value(.contentLength).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        return .form(RewritableForm(boundary: boundary, declaredLength: length))
    }
}
