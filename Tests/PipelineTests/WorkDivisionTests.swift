import Testing

@testable import Pipeline

/// How connections are divided among threads.
struct WorkDivisionTests {
    /// What came of connections that carry bytes at a rate of their own while others come and go.
    private struct Traffic {
        var division: WorkDivision
        /// Those that are open, by the thread that has them; the reading thread stands last.
        var open: [Int]
        /// The bytes of each thread.
        var bytes: [Int]

        init(workers: Int) {
            division = WorkDivision(workers: workers)
            open = Array(repeating: 0, count: workers + 1)
            bytes = open
        }

        /// Reads blocks in which every open connection carries as much, and one is replaced.
        ///
        /// - Parameters:
        ///   - blocks: their number.
        ///   - count: how many connections are open.
        ///   - inspection: the seconds for each byte that is inspected.
        ///   - others: the seconds that the reading thread takes for each byte besides.
        mutating func read(blocks: Int, connections count: Int, inspection: Double, others: Double) {
            let reader = open.count - 1
            for block in 0..<blocks {
                while open.reduce(0, +) < count { begin() }
                var sent = open.map { _ in 0 }
                for thread in open.indices {
                    sent[thread] = open[thread] * 1_000
                    division.add(sent[thread], to: thread == reader ? nil : thread)
                    bytes[thread] += sent[thread]
                }
                let total = Double(sent.reduce(0, +))
                let kept = Double(sent[reader])
                division.add(
                    WorkDivision.Effort(
                        workers: (total - kept) * inspection,
                        reader: kept * inspection + total * others
                    )
                )
                // Connections of all threads end by turns.
                let thread = (0..<open.count).map { ($0 + block) % open.count }.first { open[$0] > 0 } ?? 0
                open[thread] -= 1
                division.close(at: thread == reader ? nil : thread)
            }
        }

        private mutating func begin() { open[division.open() ?? open.count - 1] += 1 }

        /// The part of the bytes that the reading thread kept.
        var keptShare: Double { Double(bytes[bytes.count - 1]) / Double(bytes.reduce(0, +)) }
    }

    @Test(
        arguments: [
            // To read is a third of the work of inspecting: 3 (1 - k) = 1 + 3k.
            (workers: 1, others: 1.0, share: 1.0 / 3),
            // To read is as much work.
            (workers: 1, others: 3.0, share: 0.0),
            // It is nothing.
            (workers: 1, others: 0.0, share: 1.0 / 2),
            // 3 (1 - k) / 2 = 1 + 3k
            (workers: 2, others: 1.0, share: 1.0 / 9),
            (workers: 3, others: 1.0, share: 0.0),
        ]
    )
    func `all threads take as long`(workers: Int, others: Double, share: Double) {
        var traffic = Traffic(workers: workers)
        traffic.read(blocks: 2_000, connections: 40, inspection: 3e-9, others: others * 1e-9)
        #expect(abs(traffic.keptShare - share) < 0.04)
        let given = traffic.bytes.dropLast()
        #expect((given.max() ?? 0) - (given.min() ?? 0) < traffic.bytes.reduce(0, +) / 50)
    }

    @Test func `a thread whose connections carry nothing gets others`() {
        var division = WorkDivision(workers: 1)
        for _ in 0..<100 { _ = division.open() }
        // All that is carried is the worker's.
        for _ in 0..<50 { division.add(64_000, to: 0) }
        let next = (0..<20).map { _ in division.open() }
        #expect(next.allSatisfy { $0 == nil })
    }

    @Test func `the shares follow a change of the work`() {
        var traffic = Traffic(workers: 1)
        traffic.read(blocks: 1_000, connections: 40, inspection: 3e-9, others: 3e-9)
        traffic.bytes = [0, 0]
        traffic.read(blocks: 2_000, connections: 40, inspection: 3e-9, others: 0)
        #expect(traffic.keptShare > 0.4)
    }
}
