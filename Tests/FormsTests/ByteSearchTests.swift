import Forms
import Testing

/// The search for a delimiter's text, held against a search that looks at every place.
struct ByteSearchTests {
    @Test(arguments: ["--B", "----------", "--x-----", "--ababab", "-", "--0123456789abcdef0123456789abcdef"])
    func `finds what a search place by place finds`(_ needle: String) {
        let needle = Array(needle.utf8)
        var random = Deterministic(state: UInt64(needle.count))
        let alphabet = Array("-xab0B\r\n".utf8)
        // Steps of sixteen and of sixty-four places begin and end where that many places are left for the needle.
        let steps = [14, 15, 16, 17, 62, 63, 64, 65, 79, 80].map { needle.count + $0 }
        for length in [0, 1, needle.count, 63, 64, 65, 80, 200, 1000] + steps {
            for _ in 0..<20 {
                var bytes = (0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
                if length > needle.count, random.next() % 2 == 0 {
                    let place = Int(random.next() % UInt64(length - needle.count))
                    bytes.replaceSubrange(place..<(place + needle.count), with: needle)
                }
                for from in [0, 1, length / 2] {
                    let found = bytes.withUnsafeBytes { ByteSearch(needle).first(in: $0, from: from) }
                    #expect(found == naive(bytes, needle, from))
                }
            }
        }
    }

    /// Each but the first compares far and in vain at a great many places.
    @Test(arguments: [
        "--B", "--------------------", "abababababababababababc", "aabaabaabaabaabaabaabaab",
        "xaaaaaaaaaaaaaaaaaaaaax",
    ])
    func `finds the needle among beginnings of it`(_ needle: String) {
        let needle = Array(needle.utf8)
        var random = Deterministic(state: UInt64(needle.count))
        for _ in 0..<3 {
            var bytes: [UInt8] = []
            while bytes.count < 6000 {
                let length = Int(random.next() % UInt64(needle.count - 1)) + 1
                bytes += random.next() % 2 == 0 ? needle.prefix(length) : needle.suffix(length)
            }
            var from = 0
            while let expected = naive(bytes, needle, from) {
                let found = bytes.withUnsafeBytes { ByteSearch(needle).first(in: $0, from: from) }
                #expect(found == expected)
                from = expected + 1
            }
            #expect(bytes.withUnsafeBytes { ByteSearch(needle).first(in: $0, from: from) } == nil)
        }
    }

    /// Comparing the needle anew at each place would take some thousand million steps.
    @Test func `a long needle that repeats itself is searched for in linear time`() {
        let needle = [UInt8](repeating: 0x61, count: 60_000) + [0x62]
        let lines = [UInt8](repeating: 0x61, count: 59_999) + [0x62, 0x0A]
        let bytes = lines + lines + needle
        let found = bytes.withUnsafeBytes { ByteSearch(needle).first(in: $0, from: 0) }
        #expect(found == lines.count * 2)
        let pairs = (0..<30_000).flatMap { _ in [0x61, 0x62] as [UInt8] }
        let other = pairs + [0x61, 0x63] + pairs + pairs
        let sought = pairs + [0x61, 0x62, 0x61, 0x62] + pairs.dropLast(4)
        #expect(other.withUnsafeBytes { ByteSearch(sought).first(in: $0, from: 0) } == 60_002)
    }

    @Test func `an empty needle is never found`() {
        let bytes: [UInt8] = [1, 2, 3]
        #expect(bytes.withUnsafeBytes { ByteSearch([]).first(in: $0, from: 0) } == nil)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 100])
    func `a run ends at the first other byte`(_ length: Int) {
        let bytes = [UInt8](repeating: 0x2D, count: length) + [0x78] + [UInt8](repeating: 0x2D, count: 40)
        #expect(bytes.withUnsafeBytes { ByteSearch.endOfRun(of: 0x2D, in: $0, from: 0) } == length)
    }

    private func naive(_ bytes: [UInt8], _ needle: [UInt8], _ from: Int) -> Int? {
        guard bytes.count >= needle.count, from <= bytes.count - needle.count else { return nil }
        return (from...(bytes.count - needle.count)).first { bytes[$0...].starts(with: needle) }
    }
}

/// Random numbers that are the same in every run.
struct Deterministic {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
