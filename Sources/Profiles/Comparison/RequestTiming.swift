import Bytes
import Exchanges

/// When the pieces of a request came: told, and never a difference, since two runs of one client differ in it.
package struct RequestTiming: Hashable, Sendable {
    /// Nanoseconds from the first byte of the head to the first byte of the content; `nil` where there is none.
    package var headToContent: Int64?
    /// Nanoseconds from the first byte of the request to the last.
    package var duration: Int64

    /// Looks at a request; `nil` where its source does not say when it came, or says what cannot be.
    init?(_ request: Message) {
        guard let start = request.startedAt?.nanoseconds, let end = request.endedAt?.nanoseconds else {
            return nil
        }
        let (duration, overflow) = end.subtractingReportingOverflow(start)
        guard !overflow, duration >= 0 else { return nil }
        self.duration = duration
        headToContent = request.contentStartedAt.flatMap { content in
            let (gap, overflow) = content.nanoseconds.subtractingReportingOverflow(start)
            return overflow || gap < 0 ? nil : gap
        }
    }
}
