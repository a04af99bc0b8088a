import Exchanges
import Pipeline

/// How much of a response's content a capture holds.
enum HeldContent {
    /// All that there was, which may be nothing.
    case whole
    /// Not all of it.
    case cut
    /// Nothing, although there was some.
    case absent

    /// Looks at what was kept of a response.
    init(_ kept: KeptMessage, _ response: Message) {
        let content = kept.content
        if content.missingBytes == content.count, content.count > 0 || Self.endsBefore(response) {
            self = .absent
        } else {
            self = content.missingBytes > 0 ? .cut : .whole
        }
    }

    /// What is to be said of it; `cut` is that of content of which not all is held, `nil` where all is.
    func remark(cut: String) -> String? {
        switch self {
        case .whole: nil
        case .absent: "the capture does not hold the content of the response"
        case .cut: cut
        }
    }

    /// Whether the capture ended before the content began.
    private static func endsBefore(_ response: Message) -> Bool {
        response.framing != .none && response.completion == .captureEnded
    }
}
