/// Finds places near which a text may occur, reading one word of eight bytes in each ``step``.
///
/// A text of n bytes that occurs anywhere holds a whole word that begins at one of n − 7 successive places. So one word
/// in that many bytes is read and looked up in a table of all words of the text. In binary data nearly every word has a
/// byte above 0x7F, which ends the test at once.
///
/// Sound: a word is read only where all its bytes are inside the range that is searched.
struct WordFilter: Sendable {
    /// The distance between the words that are read, in bytes.
    let step: Int
    private let ignoredBits: UInt64
    /// One bit for each value of ``hash(_:)``: one kibibyte, since each boundary has a table of its own.
    private var words = [UInt64](repeating: 0, count: 128)

    /// Prepares a filter; `nil` for texts that are too short for it to be faster than a search, or not ASCII.
    ///
    /// - Parameters:
    ///   - texts: the texts, of which the shortest decides the step.
    ///   - ignoresCase: whether letters match in either case.
    init?(_ texts: [[UInt8]], ignoresCase: Bool = false) {
        guard let shortest = texts.map(\.count).min(), shortest >= 24,
            texts.allSatisfy({ $0.allSatisfy { $0 < 0x80 } })
        else { return nil }
        step = min(shortest, 64) - 7
        ignoredBits = ignoresCase ? 0x2020_2020_2020_2020 : 0
        for text in texts {
            for start in 0..<step {
                let word = text.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
                let hash = hash(word)
                words[hash >> 6] |= 1 << (hash & 63)
            }
        }
    }

    /// The first of the words that are read from `from` on which the text may hold; `nil` where there is none.
    func first(in bytes: UnsafeRawBufferPointer, from: Int, to end: Int) -> Int? {
        guard from >= 0, end <= bytes.count, end - from >= 8, let base = bytes.baseAddress else { return nil }
        return words.withUnsafeBufferPointer { words in
            let last = end &- 8
            let lastOfEight = last &- 7 &* step
            var place = from
            while place <= last {
                while place <= lastOfEight, Self.areBinary(base + place, step),
                    Self.areBinary(base + (place &+ 4 &* step), step)
                { place &+= 8 &* step }
                guard place <= last else { return nil }
                var left = 4
                while left > 0, place <= last {
                    let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    if word & Self.nonASCII == 0 {
                        let hash = hash(word)
                        if words[hash >> 6] >> (hash & 63) & 1 != 0 { return place }
                    }
                    place &+= step
                    left &-= 1
                }
            }
            return nil
        }
    }

    /// Whether each of four words, one after each step, has a byte that is not ASCII.
    @inline(__always)
    private static func areBinary(_ first: UnsafeRawPointer, _ step: Int) -> Bool {
        first.loadUnaligned(as: UInt64.self) & nonASCII != 0
            && (first + step).loadUnaligned(as: UInt64.self) & nonASCII != 0
            && (first + 2 &* step).loadUnaligned(as: UInt64.self) & nonASCII != 0
            && (first + 3 &* step).loadUnaligned(as: UInt64.self) & nonASCII != 0
    }

    /// 13 bits that stand for a word.
    private func hash(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: ((word | ignoredBits) &* 0x9E37_79B9_7F4A_7C15) >> 51)
    }

    private static let nonASCII: UInt64 = 0x8080_8080_8080_8080
}

extension ByteSearch {
    /// The bytes that are searched whole where a filter finds a word.
    private static let block = 4096

    /// The first occurrence in `bytes[from...]`, `nil` where there is none; as ``first(in:from:)``, with most bytes
    /// skipped.
    func first(in bytes: UnsafeRawBufferPointer, from: Int, by filter: WordFilter) -> Int? {
        var place = from
        while let word = filter.first(in: bytes, from: place, to: bytes.count) {
            let start = max(word - filter.step + 1, place)
            let end = min(start + Self.block + needle.count, bytes.count)
            if let found = first(in: UnsafeRawBufferPointer(rebasing: bytes[..<end]), from: start) {
                return found
            }
            guard end < bytes.count else { return nil }
            place = end - needle.count + 1
        }
        return nil
    }
}
