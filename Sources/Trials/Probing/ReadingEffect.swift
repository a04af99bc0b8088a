/// One difference between the form that was meant and the one that a receiver read.
package struct ReadingEffect: Hashable, Sendable {
    /// What kind of difference it is.
    package enum Kind: Sendable {
        /// A field or a file is not there.
        case loses
        /// A field is not there, and its bytes are in the content of another.
        case merges
        /// A field has another name, or none.
        case renames
        /// A content is another.
        case changesContent
        /// A file has another filename.
        case changesFilename
        /// A file is given as a text, or a text as a file.
        case changesKind
        /// There is a field that was not meant.
        case adds
        /// It cannot be known what was meant.
        case guesses
    }

    /// The kind.
    package let kind: Kind
    /// The difference in words, which go on after the name of the receiver.
    package let text: String

    /// Whether something that was sent is missing.
    package var isLoss: Bool { kind == .loses || kind == .merges }
}
