import Testing

@testable import Shell

/// What the progress line of reading says.
struct ReadingProgressTests {
    @Test(arguments: [
        (0, 100, 1.0, ""),
        (50_000_000, 200_000_000, 0.1, ": 25 % of 200 MB"),
        (50_000_000, 200_000_000, 1.0, ": 25 % of 200 MB, 50 MB/s, 3 s left"),
        (1_500_000_000, 6_000_000_000, 2.0, ": 25 % of 6.0 GB, 750 MB/s, 6 s left"),
        (1_000_000, 1_000_000_000, 10.0, ": 0 % of 1.0 GB, 100 kB/s, 2 h left"),
        (10_000_000, 4_000_000_000, 10.0, ": 0 % of 4.0 GB, 1.0 MB/s, 66 min left"),
        (300, 200, 1.0, ": 100 % of 0 kB, 0 kB/s"),
    ])
    func `the share, the rate and the time left`(read: Int, size: Int, seconds: Double, words: String) {
        #expect(ReadingProgress.words(read: read, of: size, after: seconds) == words)
    }

    @Test func `of a pipe, how much came`() {
        #expect(ReadingProgress.words(read: 2_540_000, of: nil, after: 2) == ": 2.5 MB, 1.2 MB/s")
    }
}
