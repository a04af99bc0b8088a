import Bytes
import CaptureSources
import Exchanges

/// What is gathered of the content of a logged response while its bytes come.
struct LoggedAnswer {
    /// Whether the bytes are wanted.
    let isWanted: Bool
    /// How many bytes the content had when it was sent, as the log counts them.
    private let sentLength: Int
    /// How many the log should hold; `nil` where nothing tells.
    private let heldLength: Int?
    private var replacements = ReplacementWatch()

    /// Bytes that a decoder may take off the front of a text, and that are not missed then: a byte order mark.
    private static let markLength = 3

    /// Begins the content of a response whose head is known.
    ///
    /// - Parameters:
    ///   - head: the head.
    ///   - isWanted: whether the content is wanted.
    init(_ head: LoggedResponse, isWanted: Bool) {
        heldLength = head.heldLength
        guard case .counted(let length) = head.content else {
            sentLength = 0
            self.isWanted = false
            return
        }
        sentLength = length
        self.isWanted = isWanted
    }

    /// Counts the next bytes of the content.
    mutating func push(_ bytes: RawSpan, _ response: inout MessageDraft) {
        response.addContent(bytes.byteCount)
        if response.content.representation == .text { replacements.push(bytes) }
    }

    /// Ends the content; gives the number of bytes by which the log holds less than there was.
    func finish(_ response: inout MessageDraft) -> Int {
        guard isWanted else {
            if sentLength > 0 { response.addContent(sentLength) }
            return 0
        }
        let tolerance = response.content.representation == .text ? Self.markLength : 0
        let missing = (heldLength ?? 0) - response.content.bodyLength
        if response.head.framing != .none, missing > tolerance {
            response.addContent(missing)
            response.content.missingBytes = missing
            response.content.completion = .captureEnded
        } else if response.content.representation == .text,
            response.head.declaredLength == response.content.bodyLength,
            !replacements.found, response.head.fields.count(of: .contentEncoding) == 0
        {
            // A text of just the length that was declared is the content byte for byte.
            response.content.representation = .sent
        }
        response.content.wireLength = sentLength
        return response.content.missingBytes
    }
}
