package import Bytes
package import Forms

/// The limits and rules of a ``RequestInspection``.
package struct InspectionSettings: Sendable {
    /// Limits of the form reader.
    package var formLimits = FormLimits()
    /// Judges requests.
    package var inspector: Inspector
    /// Whether bodies come without their content codings, whatever their heads say.
    package var takesDecodedBodies = false
    /// The greatest number of bytes of a body that are kept where they are wanted: 16 MiB is more than a person reads.
    package var bodyLimit = 16 * 1024 * 1024
    /// Bytes that are kept of the beginning of a body without a form; 0 for none.
    package var openingBytes = 0
    /// Makes a decoder for the content codings that the fields of a head declare.
    ///
    /// It gives `nil` where these declare none. Unless another one is set, coded bodies are named and not
    /// read.
    package var decoder: @Sendable (FieldSection) -> (any BodyDecoder)? = { UnsupportedCoding($0) }

    /// The settings of `partwise check` without options, content codings aside.
    ///
    /// - Parameter inspector: judges requests.
    package init(_ inspector: Inspector) { self.inspector = inspector }
}
