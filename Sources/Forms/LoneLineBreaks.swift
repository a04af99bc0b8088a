/// Finds line breaks in a text field's sample that are not CR LF pairs.
struct LoneLineBreaks: Sendable {
    /// Looks through the sample of a part that is no file, and writes down the first of each kind.
    func settle(_ part: inout BodyPart) {
        guard !part.isFile else { return }
        let sample = part.facts.sample
        var previous: UInt8 = 0
        for (index, byte) in sample.enumerated() {
            if byte == 0x0A, previous != 0x0D, part.facts.firstLoneLF == nil {
                part.facts.firstLoneLF = part.content.lowerBound + index
            }
            if previous == 0x0D, byte != 0x0A, part.facts.firstLoneCR == nil {
                part.facts.firstLoneCR = part.content.lowerBound + index - 1
            }
            previous = byte
        }
        if previous == 0x0D, sample.count == part.content.count, part.facts.firstLoneCR == nil {
            part.facts.firstLoneCR = part.content.upperBound - 1
        }
    }
}
