import Bytes

extension BidirectionalCollection<UInt8> {
    /// Whether two texts differ, but only in one place by at most two bytes on either side, or in letter case alone.
    ///
    /// Linear, unlike an edit distance; two differences in separate places are not recognised.
    package func differsSlightly(from other: some BidirectionalCollection<UInt8>) -> Bool {
        guard !elementsEqual(other) else { return false }
        if count == other.count, zip(self, other).allSatisfy({ $0.lowercased == $1.lowercased }) {
            return true
        }
        let shared = zip(self, other).prefix { $0 == $1 }.count
        let mine = dropFirst(shared)
        let others = other.dropFirst(shared)
        let sharedEnd = zip(mine.reversed(), others.reversed()).prefix { $0 == $1 }.count
        return mine.count - sharedEnd <= 2 && others.count - sharedEnd <= 2
    }
}
