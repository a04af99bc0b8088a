/// The preamble, the content of a part, or the epilogue, while it is searched for the delimiter that ends it.
struct BodyRegion {
    /// What the bytes from ``start`` on follow.
    private(set) var precedent = Delimiter.Precedent.bodyStart
    /// The offset of its first byte in the body.
    private(set) var start = 0
    /// The offset at which the search goes on.
    var scanFrom = 0

    /// Goes over to the region that begins at an offset.
    mutating func begin(at offset: Int, after precedent: Delimiter.Precedent) {
        self.precedent = precedent
        start = offset
        scanFrom = offset
    }

    /// The offset of the first byte that a delimiter may need to look back at.
    var firstNeeded: Int { max(scanFrom - DelimiterReading.lookbehind, min(start, scanFrom)) }
}
