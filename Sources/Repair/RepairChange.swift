import Bytes

/// A change that a repair made, in words and with its place.
package struct RepairChange: Hashable, Sendable {
    /// What was done; its place follows.
    package var words: String
    /// The offset in the body as it was sent; `nil` for a change to the head.
    package var offset: Int?

    /// A change to the head.
    init(_ words: String) { self.words = words }

    /// A change to a body; `nil` where another one tells of it.
    init?(_ edit: EditedBody.Edit, in body: EditedBody) {
        guard let words = edit.words else { return nil }
        self.words = words
        offset = body.sentOffset(of: edit.range.lowerBound)
    }

    /// The changes that made the form readable, and those to the form, in the order of their places.
    static func all(_ before: [RepairChange], _ edits: [EditedBody.Edit], in body: EditedBody)
        -> [RepairChange]
    {
        (before + edits.compactMap { RepairChange($0, in: body) }).enumerated()
            .sorted { ($0.element.offset ?? 0, $0.offset) < ($1.element.offset ?? 0, $1.offset) }
            .map(\.element)
    }
}
