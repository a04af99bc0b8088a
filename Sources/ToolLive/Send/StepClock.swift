import NIOCore

/// When the steps of a request are taken, as they were measured from its beginning.
struct StepClock {
    /// When the request began; `nil` before.
    private(set) var startedAt: NIODeadline?
    /// Whether the wait for `100 Continue` is not yet counted out of the pauses that follow.
    private var hasWaited = false
    /// How much later than when they were measured the steps after that wait are taken.
    private var shift = TimeAmount.zero

    /// The time since the request began.
    var elapsed: TimeAmount? { startedAt.map { .now() - $0 } }

    /// The request begins.
    mutating func begin() { startedAt = .now() }

    /// `100 Continue` is waited for: what that takes more than it did when it was measured shifts what follows.
    mutating func waits() { hasWaited = true }

    /// How long to wait until a time after the beginning; `nil` where it has passed.
    mutating func delay(until time: TimeAmount) -> TimeAmount? {
        guard let elapsed else { return nil }
        if hasWaited, time + shift < elapsed { shift = elapsed - time }
        hasWaited = false
        let delay = time + shift - elapsed
        return delay > .zero ? delay : nil
    }
}
