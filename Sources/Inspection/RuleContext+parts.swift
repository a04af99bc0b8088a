import Bytes
package import Forms

extension RuleContext {
    /// The parts of a form, whatever multipart type it has.
    package var parts: [BodyPart] { form?.parts ?? [] }

    /// The parts of a form that is multipart/form-data, or that was found under a type that is not multipart.
    ///
    /// Parts of multipart/mixed and similar types need no Content-Disposition and may have fields of their
    /// own.
    package var formDataParts: [BodyPart] { isFormData || !isMultipart ? parts : [] }

    /// Whether a part says in which charset the form's names are, so that they need not be UTF-8 (RFC 7578 §4.6).
    package var namesCharset: Bool {
        parts.contains { $0.name?.elementsEqual("_charset_".utf8) ?? false }
    }
}
