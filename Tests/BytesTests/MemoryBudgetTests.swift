import Bytes
import Testing

struct MemoryBudgetTests {
    @Test func `memory is refused beyond the limit, and counted by its use`() {
        let budget = MemoryBudget(limit: 100)
        #expect(budget.take(60, for: .decoder))
        #expect(!budget.take(41, for: .parts))
        #expect(budget.take(40, for: .head))
        #expect(budget.takenBytes == 100)
        #expect(budget.refusals == [.parts: 1])
        budget.giveBack(60, for: .decoder)
        budget.raise(by: 10)
        #expect(budget.take(70, for: .parts))
        #expect(budget.takenBytes == budget.limit)
    }

    @Test func `what bodies and heads may expand to is renewed on a capture without an end`() {
        let budget = MemoryBudget()
        #expect(budget.expandBody(MemoryBudget.bodyExpansionLimit))
        #expect(!budget.expandBody(1) && !budget.mayExpandBodies)
        #expect(budget.expand(MemoryBudget.expansionLimit, received: 0))
        #expect(!budget.expand(1, received: 0))
        budget.renewExpansion()
        #expect(budget.mayExpandBodies && budget.expandBody(1) && budget.expand(1, received: 0))
        // It stays in the report.
        #expect(budget.refusals == [.expansion: 1, .head: 1])
    }

    @Test func `a share gives back what it took, and stays as it was where the budget refuses`() {
        let budget = MemoryBudget(limit: 100)
        do {
            let share = MemoryShare(of: budget, for: .decoder)
            #expect(share.resize(to: 80))
            #expect(share.resize(to: 30))
            #expect(!share.resize(to: 101))
            #expect(budget.takenBytes == 30)
        }
        #expect(budget.takenBytes == 0)
        #expect(budget.refusals == [.decoder: 1])
    }

    @Test func `compressed heads expand by what was received, and by a limit`() {
        let budget = MemoryBudget()
        #expect(budget.expand(MemoryBudget.expansionLimit, received: 0))
        #expect(!budget.expand(MemoryBudget.expansionPerByte, received: 0))
        #expect(budget.expand(MemoryBudget.expansionPerByte, received: 1))
        #expect(budget.refusals == [.head: 1])
    }

    @Test func `threads share one budget`() async {
        let budget = MemoryBudget(limit: 1_000)
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { (0..<1_000).filter { _ in budget.take(1, for: .head) }.count }
            }
            return await group.reduce(0, +)
        }
        #expect(taken <= 1_000)
        #expect(budget.takenBytes == taken)
        #expect(budget.refusals[.head] == 4_000 - taken)
    }
}
