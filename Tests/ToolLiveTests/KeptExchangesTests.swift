import Exchanges
import Pipeline
import Testing

@testable import ToolLive

/// What the recording page keeps of exchanges.
struct KeptExchangesTests {
    private static func exchange(_ number: Int, status: Int? = nil) -> InspectedExchange {
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "GET"
        exchange.target = "/n\(number)"
        exchange.status = status
        return InspectedExchange(number: number, capture: 0, exchange: exchange, form: nil, findings: [])
    }

    private static func numbers(_ kept: KeptExchanges, after revision: Int = 0) -> [Int] {
        kept.changes(after: revision, limit: .max).compactMap { change in
            change.row.firstMatch(of: /"number":(\d+)/).flatMap { Int($0.1) }
        }
    }

    @Test func `an exchange changes in its place, and is sent again`() {
        let kept = KeptExchanges(path: "live")
        kept.update(Self.exchange(1))
        kept.update(Self.exchange(2))
        let known = kept.revision
        kept.update(Self.exchange(1, status: 200))
        kept.complete(Self.exchange(1, status: 200))
        #expect(kept.count == 2)
        #expect(Self.numbers(kept, after: known) == [1])
        #expect(Self.numbers(kept) == [2, 1])
        #expect(kept.view(of: 1)?.contains("\"isComplete\":true") == true)
        #expect(kept.view(of: 2)?.contains("\"isComplete\":false") == true)
    }

    @Test func `of more than the limit the first that came are dropped`() {
        let kept = KeptExchanges(path: "live")
        kept.update(Self.exchange(1))
        for number in 2...(KeptExchanges.limit + 10) { kept.complete(Self.exchange(number)) }
        #expect(kept.count == KeptExchanges.limit)
        #expect(Self.numbers(kept).first == 11)
        // One that is complete only now does not come back.
        kept.complete(Self.exchange(1))
        #expect(kept.count == KeptExchanges.limit)
        #expect(kept.view(of: 1) == nil)
        #expect(kept.view(of: 10) == nil)
        #expect(kept.view(of: 11) != nil)
    }

    @Test func `changes come in pieces, none twice`() {
        let kept = KeptExchanges(path: "live")
        for number in 1...25 { kept.complete(Self.exchange(number)) }
        var revision = 0
        var seen = 0
        while let last = kept.changes(after: revision, limit: 10).last {
            seen += kept.changes(after: revision, limit: 10).count
            revision = last.revision
        }
        #expect(seen == 25)
        #expect(revision == kept.revision)
    }

    @Test func `views beyond the limit are dropped from the oldest on, and rows stay`() throws {
        let one = KeptExchanges(path: "live")
        one.complete(Self.exchange(1))
        let size = one.viewBytes
        #expect(size > 0)
        let kept = KeptExchanges(path: "live", viewLimit: size * 3)
        for number in 1...9 { kept.complete(Self.exchange(number)) }
        #expect(kept.viewBytes <= size * 3)
        #expect(Self.numbers(kept) == Array(1...9))
        #expect((1...9).filter { kept.view(of: $0) != nil } == [7, 8, 9])
        kept.clear()
        #expect(kept.viewBytes == 0)
    }

    @Test func `a long exchange is kept as text, and its view has a part of the body alone`() {
        let kept = KeptExchanges(path: "live")
        var request = MessageDraft()
        request.content.bodyLength = 300_000
        let long = Self.exchange(1).changed {
            $0.additions.opening = [UInt8](repeating: 65, count: 300_000)
            $0.exchange.request = Message(request)
        }
        kept.complete(long)
        #expect(kept.viewBytes < 40_000)
        #expect(kept.view(of: 1)?.utf8.count == kept.viewBytes)
        #expect(kept.view(of: 1)?.contains("\"length\":300000") == true)
    }

    @Test func `a pause counts what comes, and what it left out stays out`() {
        let kept = KeptExchanges(path: "live")
        kept.update(Self.exchange(1))
        kept.pause(true)
        kept.complete(Self.exchange(1, status: 200))
        kept.update(Self.exchange(2))
        kept.complete(Self.exchange(3))
        #expect(kept.passedCount == 2)
        #expect(kept.stateRevision == kept.revision)
        kept.pause(false)
        kept.complete(Self.exchange(2))
        kept.complete(Self.exchange(4))
        #expect(Self.numbers(kept) == [1, 4])
        #expect(kept.passedCount == 0)
    }

    @Test func `what was cleared is gone for viewers of any age`() {
        let kept = KeptExchanges(path: "live")
        kept.update(Self.exchange(1))
        kept.clear()
        kept.complete(Self.exchange(1))
        #expect(kept.count == 0)
        #expect(kept.clearedAt == kept.revision)
        kept.complete(Self.exchange(2))
        #expect(Self.numbers(kept, after: kept.clearedAt) == [2])
    }
}
