/// What is changed in forms: fields that files take the place of, and fields that are left out.
package struct FormRewriting: Sendable {
    /// How many bytes of a form are held, so that its new length can be declared: those of files do not count.
    package static let heldBytes = 1024 * 1024
    /// How many bytes of a value are searched for a token.
    static let searchedBytes = 4096

    /// The files, and the fields that they are put in the place of.
    package private(set) var attachments: [Attachment]
    /// The names of fields that are left out.
    package var dropped: [Placeholder]
    /// How many bytes of a form are held at most.
    package var heldLimit: Int

    /// Makes the settings.
    ///
    /// - Parameters:
    ///   - attachments: the files.
    ///   - dropped: the fields that are left out.
    ///   - heldLimit: how many bytes of a form are held at most.
    package init(_ attachments: [Attachment], dropped: [Placeholder] = [], heldLimit: Int = heldBytes) {
        self.attachments = attachments
        self.dropped = dropped
        self.heldLimit = heldLimit
    }

    /// Adds files; those for the same field follow each other in its place.
    package mutating func attach(_ attachment: Attachment) {
        if let index = attachments.firstIndex(where: { $0.placeholder == attachment.placeholder }) {
            attachments[index].files += attachment.files
        } else {
            attachments.append(attachment)
        }
    }
}
