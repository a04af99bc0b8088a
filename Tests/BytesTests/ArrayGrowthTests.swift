import Bytes
import Testing

struct ArrayGrowthTests {
    @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (8, 8), (9, 16), (65_537, 131_072)])
    func `an array takes a power of two of elements`(count: Int, places: Int) {
        #expect(ArrayGrowth.bytes(count) == places)
        #expect(ArrayGrowth.bytes(count, stride: 24) == 24 * places)
    }
}
