import Bytes

/// What a log holds of a message's content.
package enum LoggedContent: Hashable, Sendable {
    /// The message had none.
    case none
    /// Its bytes follow.
    case kept
    /// It had some that the log does not hold; the number of bytes, where it is known.
    case absent(length: Int?)
    /// It had this many bytes when it was sent; those that the log holds follow where they are wanted
    /// (responses).
    case counted(length: Int)
}

extension LoggedContent {
    /// What the fields of a head imply about content that the log does not hold; `nil` where they imply
    /// nothing.
    init?(unkept fields: [LoggedField]) {
        let length = fields.first { $0.name[...].equalsIgnoringCase("content-length") }
        if let declared = length.flatMap({ Int(String(decoding: $0.value, as: UTF8.self)) }) {
            self = declared > 0 ? .absent(length: declared) : .none
        } else if fields.contains(where: { $0.name[...].equalsIgnoringCase("transfer-encoding") }) {
            self = .absent(length: nil)
        } else {
            return nil
        }
    }
}
