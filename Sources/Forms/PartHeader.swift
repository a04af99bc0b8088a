import Bytes

/// The header lines of a part, and all that can be told of them without the rest of the part.
struct PartHeader: Sendable {
    /// The lines, with their bytes; ranges are offsets in the body.
    let section: FieldSection
    /// The parsed Content-Disposition, `nil` where there is none.
    let disposition: ContentDisposition?
    /// The parsed Content-Type, `nil` where there is none.
    let mediaType: MediaType?
    /// What is unusual in the lines.
    let traits: FormTraits

    /// Reads header lines; `base` is the offset in the body of the first of `bytes`.
    init(parsing bytes: [UInt8], base: Int, bareCREndsLines: Bool = false) {
        section = FieldSection(parsing: bytes, base: base, bareCREndsLines: bareCREndsLines)
        disposition = ContentDisposition(section)
        mediaType = MediaType(section)
        traits = FormTraits(header: section, disposition, mediaType)
    }

    private init(
        _ section: FieldSection,
        _ disposition: ContentDisposition?,
        _ mediaType: MediaType?,
        _ traits: FormTraits
    ) {
        self.section = section
        self.disposition = disposition
        self.mediaType = mediaType
        self.traits = traits
    }

    /// The same lines where their bytes begin at `base`; shares everything with this value.
    func moved(to base: Int) -> PartHeader {
        let distance = base &- section.base
        return PartHeader(
            section.moved(to: base),
            disposition?.moved(by: distance),
            mediaType?.moved(by: distance),
            traits
        )
    }
}
