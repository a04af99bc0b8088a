import TestSupport
import Testing

struct TestScopeTests {
    @Test(arguments: [0, 1, 7, 99, 100, 101, 1_000])
    func `a sample is as large as it may be, in order, spread, and the same in every run`(count: Int) {
        let drawn = TestScope.draw(100, from: 0..<count, seed: 3)
        #expect(drawn.count == min(count, 100))
        #expect(drawn == Set(drawn).sorted())
        #expect(drawn == TestScope.draw(100, from: 0..<count, seed: 3))
        let distances = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
        #expect(distances.allSatisfy { $0 <= 2 * (count / 100 + 1) })
    }

    @Test func `another seed draws another sample`() {
        let samples = (1...8).map { TestScope.draw(10, from: 0..<1_000, seed: $0) }
        #expect(Set(samples).count == samples.count)
    }

    @Test func `only where everything is asked for a test runs over everything`() {
        let sample = TestScope.sample(of: 0..<1_000, atMost: 10, seed: 1)
        #expect(sample.count == (TestScope.isWhole ? 1_000 : 10))
    }
}
