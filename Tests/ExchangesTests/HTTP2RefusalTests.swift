import Exchanges
import TestSupport
import Testing

/// Requests of HTTP/2 that the server refuses before they are complete.
struct HTTP2RefusalTests {
    @Test(arguments: [(417, Outcome.rejectedEarly), (200, .ordinary)])
    func `a client that is refused may end its stream where it stands`(status: Int, outcome: Outcome) {
        let told = play([
            .clientBytes(HTTP2Bytes.preface + HTTP2Bytes.post("/1", stream: 1, length: 9)),
            .clientBytes(HTTP2Bytes.data("abc", stream: 1)),
            .serverBytes(
                HTTP2Bytes.settings() + HTTP2Bytes.headers([":status: \(status)"], stream: 1, ends: true)
            ),
            .clientBytes(HTTP2Bytes.data("", stream: 1, ends: true)),
        ])
        #expect(told.records.map { $0.exchange?.outcome } == [outcome])
        #expect(told.request?.content.completion == (outcome == .ordinary ? .complete : .closedEarly))
    }
}
