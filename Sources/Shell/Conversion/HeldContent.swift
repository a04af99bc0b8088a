import Exchanges
import Pipeline

/// How much of a response's content a capture holds.
enum HeldContent {
    /// All of it, possibly none.
    case whole
    /// Not all of it.
    case cut
    /// None, although there was some.
    case absent

    /// Examines the kept bytes of a response.
    init(_ kept: KeptMessage, _ response: Message) {
        let content = kept.content
        if content.missingBytes == content.count, content.count > 0 || Self.endsBefore(response) {
            self = .absent
        } else {
            self = content.missingBytes > 0 ? .cut : .whole
        }
    }

    /// The remark on the content; `cut` is the one for incomplete content, `nil` where it is complete.
    func remark(cut: String) -> String? {
        switch self {
        case .whole: nil
        case .absent: "the capture does not hold the content of the response"
        case .cut: cut
        }
    }

    /// Whether the capture ended before the content began.
    private static func endsBefore(_ response: Message) -> Bool {
        response.head.framing != .none && response.content.completion == .captureEnded
    }
}
