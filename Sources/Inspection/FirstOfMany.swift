/// Something that one finding tells of once, however often it occurs: where it is first, and how often it is there.
struct FirstOfMany {
    /// The first place, as offsets in the body; `nil` where there is none.
    private(set) var first: Range<Int>?
    /// The number of the part at the first place, from 1; `nil` where it is in no part.
    private(set) var part: Int?
    /// How many places there are.
    private(set) var count = 0

    /// Counts a place; places are added in the order of their offsets.
    mutating func add(_ range: Range<Int>, part: Int?) {
        count += 1
        guard first == nil else { return }
        first = range
        self.part = part
    }

    /// The end of a message about the first place: how many others are like it; empty where it is the only one.
    var others: String { count < 2 ? "" : "; \(count - 1) more like it" }
}
