import Bytes
import Testing

struct RunMapTests {
    /// Numbers that are the same in every run (the multiplier and increment of Knuth's MMIX).
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(arguments: 0..<20)
    func `it answers as an array of all values does`(seed: UInt64) {
        var numbers = Sequence(state: seed)
        let start = Int.random(in: -500...500, using: &numbers)
        var map = RunMap(startOffset: start)
        var naive: [(value: Int, range: Range<Int>)] = []
        var end = start
        for _ in 0..<Int.random(in: 0...400, using: &numbers) {
            let length = Int.random(in: 0...9, using: &numbers)
            let value = Int.random(in: -300...300, using: &numbers)
            map.append(length: length, value: value)
            naive += Array(repeating: (value, end..<(end + length)), count: length)
            end += length
        }
        #expect(map.startOffset == start)
        #expect(map.endOffset == end)
        #expect(map.isEmpty == naive.isEmpty)
        for offset in (start - 3)..<(end + 3) {
            let index = offset - start
            let expected = naive.indices.contains(index) ? naive[index] : nil
            #expect(map.run(at: offset)?.value == expected?.value)
            #expect(map.run(at: offset)?.range == expected?.range)
            #expect(map[offset] == expected?.value)
        }
    }

    @Test func `values may be any, and steps between them wrap`() {
        let values = [Int.max, .min, 0, .min, .max, -1, 1, .max]
        var map = RunMap()
        for value in values { map.append(length: 1, value: value) }
        #expect(values.indices.map { map[$0] } == values)
    }

    @Test func `a first run goes on while its value recurs`() {
        var map = RunMap(startOffset: 10)
        map.append(length: 3, value: 7)
        map.append(length: 4, value: 7)
        #expect(map.run(at: 12)?.range == 10..<17)
        map.append(length: 2, value: 8)
        #expect(map.run(at: 16)?.range == 10..<17)
        #expect(map.run(at: 17)?.range == 17..<19)
        #expect(map[16] == 7)
        #expect(map[18] == 8)
        #expect(map[19] == nil)
    }

    @Test func `runs may be longer than any file`() {
        var map = RunMap(startOffset: 5)
        map.append(length: 1 << 40, value: 1)
        map.append(length: 1 << 50, value: 2)
        #expect(map[(1 << 40) + 4] == 1)
        #expect(map.run(at: (1 << 40) + 5)?.range == ((1 << 40) + 5)..<((1 << 40) + (1 << 50) + 5))
    }

    @Test func `what passes the greatest offset is left out`() {
        var map = RunMap()
        map.append(length: .max - 1, value: 1)
        map.append(length: .max, value: 2)
        map.append(length: 10, value: 3)
        #expect(map.endOffset == .max)
        #expect(map[.max - 1] == 2)
        #expect(map[0] == 1)
    }

    @Test func `lengths of nothing and less are ignored`() {
        var map = RunMap()
        map.append(length: 0, value: 1)
        map.append(length: -4, value: 1)
        #expect(map.isEmpty)
        #expect(map[0] == nil)
    }

    @Test func `a restart forgets all runs`() {
        var map = RunMap()
        for value in 0..<1000 { map.append(length: 3, value: value) }
        map.restart(at: 70)
        #expect(map.isEmpty)
        #expect(map[70] == nil)
        #expect(map.startOffset == 70)
        map.append(length: 2, value: 9)
        #expect(map.run(at: 71)?.range == 70..<72)
        #expect(map[69] == nil)
        #expect(map[71] == 9)
    }
}
