import Bytes
import Exchanges

/// The arrival times of a request's pieces: shown, but never a difference, since they vary between runs of
/// one client.
package struct RequestTiming: Hashable, Sendable {
    /// Nanoseconds from the first byte of the head to the first byte of the content; `nil` where there is none.
    package var headToContent: Int64?
    /// Nanoseconds from the first byte of the request to the last.
    package var duration: Int64

    /// Reads a request; `nil` where its source has no timestamps, or impossible ones.
    init?(_ request: Message) {
        guard let start = request.arrival.startedAt?.nanoseconds,
            let end = request.arrival.endedAt?.nanoseconds
        else {
            return nil
        }
        let (duration, overflow) = end.subtractingReportingOverflow(start)
        guard !overflow, duration >= 0 else { return nil }
        self.duration = duration
        headToContent = request.arrival.contentStartedAt.flatMap { content in
            let (gap, overflow) = content.nanoseconds.subtractingReportingOverflow(start)
            return overflow || gap < 0 ? nil : gap
        }
    }
}
