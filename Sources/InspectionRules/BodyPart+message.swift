import Bytes
import Forms
import Inspection

extension BodyPart {
    /// Whether the content is a multipart or a message, whose own lines may look like delimiters.
    var carriesMessage: Bool {
        guard let mediaType else { return false }
        let type = header[mediaType.value.leading]
        return type.startsIgnoringCase(with: "multipart/") || type.startsIgnoringCase(with: "message/")
    }
}
