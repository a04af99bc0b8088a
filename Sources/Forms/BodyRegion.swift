/// The preamble, the content of a part, or the epilogue, while it is searched for the next delimiter.
struct BodyRegion {
    /// What precedes the byte at ``start``.
    private(set) var precedent = Delimiter.Precedent.bodyStart
    /// The offset of its first byte in the body.
    private(set) var start = 0
    /// The offset at which the search continues.
    var scanFrom = 0

    /// Continues with the region that begins at an offset.
    mutating func begin(at offset: Int, after precedent: Delimiter.Precedent) {
        self.precedent = precedent
        start = offset
        scanFrom = offset
    }

    /// The lowest offset that the classification of a delimiter may need.
    var firstNeeded: Int { max(scanFrom - DelimiterReading.lookbehind, min(start, scanFrom)) }
}
