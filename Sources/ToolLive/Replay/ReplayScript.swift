import NIOCore
import Pipeline
import Shell

/// A captured request that is sent again: at once, or in the pieces and with the pauses of the capture.
final class ReplayScript: RequestScript {
    /// The bytes that are read of the content at once.
    private static let pieceSize = 64 * 1024
    /// Pauses that are not kept: a timer is not more exact, and the times are those since the beginning.
    private static let leastPause = 200_000

    private let head: [UInt8]
    /// Where the head ended as it was captured: another one is as a whole in the place of its first delivery.
    private let headEnd: Int
    private let deliveries: MessageDeliveries?
    private let closes: Bool
    private var content: ReplayedRequest.Content
    /// The bytes that were read of the content and are not sent, because they were not delivered yet.
    private var read: ArraySlice<UInt8> = []
    /// How many bytes were sent, as the capture counts them.
    private var position = 0
    /// Whether to wait for `100 Continue` once the head is sent.
    private var expectsContinue: Bool
    /// The end of the delivery that may be sent now.
    private var dueEnd = 0

    /// Prepares to send a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isPaced: whether the deliveries of the capture are kept.
    init(_ request: ReplayedRequest, isPaced: Bool) {
        head = request.head.bytes
        headEnd = request.capturedHeadLength
        content = request.content
        closes = request.closes
        deliveries = isPaced ? request.deliveries : nil
        expectsContinue = request.head.expectsContinue
    }

    func next(_ allocator: ByteBufferAllocator) throws -> RequestStep {
        if position >= headEnd, expectsContinue {
            expectsContinue = false
            return .awaitContinue
        }
        if let pause = duePause { return pause }
        if position < headEnd { return .bytes(ByteBuffer(bytes: nextOfHead()), content: 0) }
        if read.isEmpty { read = try content.next(Self.pieceSize)?[...] ?? [] }
        guard !read.isEmpty else { return .end(closes: closes) }
        let piece = read.prefix(dueEnd - position)
        read = read.dropFirst(piece.count)
        position += piece.count
        return .bytes(ByteBuffer(bytes: piece), content: piece.count)
    }

    /// The pause before the next delivery, where it is not due; a delivery is due once its pause was taken.
    private var duePause: RequestStep? {
        guard position >= dueEnd else { return nil }
        guard let deliveries else {
            dueEnd = .max
            return nil
        }
        let base = deliveries.isOfContent ? headEnd : 0
        guard let delivery = position < base ? (0, base) : deliveries.delivery(at: position - base) else {
            dueEnd = .max
            return nil
        }
        dueEnd = delivery.1 + (position < base ? 0 : base)
        return delivery.0 < Self.leastPause ? nil : .pause(until: .nanoseconds(Int64(delivery.0)))
    }

    private func nextOfHead() -> ArraySlice<UInt8> {
        guard head.count == headEnd else {
            position = headEnd
            return head[...]
        }
        let end = min(dueEnd, headEnd)
        defer { position = end }
        return head[position..<end]
    }
}
