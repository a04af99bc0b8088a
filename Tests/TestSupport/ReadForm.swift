package import Forms

/// A body that was read as a form, and the contents of its parts.
package struct ReadForm: Hashable {
    /// The form.
    package var form: Form
    /// The contents by the numbers of parts; empty where they were not collected.
    package var contents: [Int: [UInt8]] = [:]

    /// Reads a body that comes in pieces.
    ///
    /// - Parameters:
    ///   - pieces: the body.
    ///   - boundary: the boundary that is declared.
    ///   - limits: limits of the reader.
    ///   - collectsContent: whether contents are collected, for which the reader goes step by step.
    package init(
        _ pieces: some Sequence<some Sequence<UInt8>>,
        boundary: String = "B",
        limits: FormLimits = FormLimits(),
        collectsContent: Bool = true
    ) {
        var reader = FormReader(
            declared: [Array(boundary.utf8)],
            limits: limits,
            collectsContent: collectsContent
        )
        var contents: [Int: [UInt8]] = [:]
        for piece in pieces {
            reader.push(Array(piece).span.bytes)
            for content in reader.takeContent() { contents[content.part, default: []] += content.bytes }
        }
        form = reader.end()
        for content in reader.takeContent() { contents[content.part, default: []] += content.bytes }
        self.contents = contents
    }
}
