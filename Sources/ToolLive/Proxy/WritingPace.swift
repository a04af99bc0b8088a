import NIOCore

/// Bytes that leave at a pace; one event loop's.
final class WritingPace {
    /// How the connection ends once all has left.
    enum Ending {
        case none
        case output
        case all
    }

    /// The time between two pieces.
    static let interval = TimeAmount.milliseconds(50)
    private static let piecesPerSecond = 20

    /// The bytes that leave a second; `nil` for all that wait.
    var bytesPerSecond: Int?
    /// Whether the interval has not ended in which bytes left.
    var isWaiting = false
    /// How the connection ends once all has left.
    private(set) var ending = Ending.none
    private var waiting = CircularBuffer<ByteBuffer>()
    /// What may leave now, in bytes, times ``piecesPerSecond``: at low rates a piece is less than a byte.
    private var allowance = 0

    /// Begins with nothing that waits.
    init(_ bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

    /// Whether nothing waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// Adds bytes.
    func add(_ buffer: ByteBuffer) { waiting.append(buffer) }

    /// Ends the connection once all has left.
    func end(_ ending: Ending) { self.ending = ending }

    /// Begins the next interval.
    func beginInterval() {
        isWaiting = true
        guard let bytesPerSecond else { return }
        allowance = allowance % Self.piecesPerSecond + bytesPerSecond
    }

    /// Takes bytes that leave in this interval; `nil` where no more do.
    func next() -> ByteBuffer? {
        guard var first = waiting.popFirst() else { return nil }
        guard bytesPerSecond != nil else { return first }
        let count = min(allowance / Self.piecesPerSecond, first.readableBytes)
        let piece = count > 0 ? first.readSlice(length: count) : nil
        allowance -= count * Self.piecesPerSecond
        if first.readableBytes > 0 { waiting.prepend(first) }
        return piece
    }
}
