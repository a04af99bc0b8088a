import Bytes
import NIOCore
import Reporting

/// The statuses and the times of answers to one request that was sent several times.
struct ReplayTally {
    /// How many answers there are of each status, the commonest first; those without a response have none.
    let statuses: [(status: Int?, count: Int)]
    /// The least, the median and the greatest time to a response; `nil` without one.
    let times: (least: TimeAmount, median: TimeAmount, greatest: TimeAmount)?

    /// Counts answers.
    init(_ answers: [ReplayAnswer]) {
        var counts: [Int: Int] = [:]
        for answer in answers { counts[answer.status ?? 0, default: 0] += 1 }
        statuses = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { status, count in
            (status == 0 ? nil : status, count)
        }
        let sorted = answers.filter { $0.status != nil }.compactMap(\.outcome.answerTime).sorted()
        times = sorted.first.map { ($0, Self.median(sorted), sorted[sorted.count - 1]) }
    }

    /// The middle of times in order; between two of them, where there are two.
    private static func median(_ times: [TimeAmount]) -> TimeAmount {
        let (low, high) = (times[(times.count - 1) / 2], times[times.count / 2])
        return .nanoseconds((low.nanoseconds + high.nanoseconds) / 2)
    }

    /// The same in one line.
    var text: String {
        let total = statuses.reduce(0) { $0 + $1.count }
        let list = statuses.map { "\($0.count) × \($0.status.map { "\($0)" } ?? "no response")" }
        let times = times.map {
            "; answered after \($0.least.text) to \($0.greatest.text), median \($0.median.text)"
        }
        return "\(Quantity.of(total, "request")): \(list.joined(separator: ", "))\(times ?? "")"
    }

    /// The same as JSON.
    var json: JSONValue {
        [
            "requests": .integer(statuses.reduce(0) { $0 + $1.count }),
            "statuses": .array(
                statuses.map { ["status": JSONValue($0.status), "count": .integer($0.count)] }
            ),
            "leastMicroseconds": JSONValue(times?.least.microseconds),
            "medianMicroseconds": JSONValue(times?.median.microseconds),
            "greatestMicroseconds": JSONValue(times?.greatest.microseconds),
        ]
    }
}

extension TimeAmount {
    /// In whole microseconds.
    var microseconds: Int { Int(nanoseconds / 1_000) }
}
