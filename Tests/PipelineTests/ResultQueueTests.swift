import Dispatch
import Synchronization
import Testing

@testable import Pipeline

/// Results on their way from one thread to another.
struct ResultQueueTests {
    @Test func `results come in their order, and those that fill the room wait`() async {
        let queue = ResultQueue()
        let added = Atomic(0)
        let isDone = Atomic(false)
        DispatchQueue(label: "adds").async {
            for number in 0..<1_000 {
                queue.add([.progress(number, nil)], byteCount: number % 7 == 0 ? 1 << 20 : 0)
                added.store(number + 1, ordering: .releasing)
            }
            isDone.store(true, ordering: .releasing)
        }
        for number in 0..<1_000 {
            guard case .progress(number, nil) = queue.take().first else {
                Issue.record("not the result \(number)")
                return
            }
            // One more may be on its way, and one was taken.
            #expect(added.load(ordering: .acquiring) <= number + 18)
        }
        while !isDone.load(ordering: .acquiring) { await Task.yield() }
    }

    @Test func `nothing waits for room in a queue that was abandoned`() {
        let queue = ResultQueue()
        queue.abandon()
        for _ in 0..<100 { queue.add([.progress(0, nil)], byteCount: 10 << 20) }
    }
}
