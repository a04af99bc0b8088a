/// A matcher of patterns that tries everything: slow, short, and written apart from the one that it judges.
enum NaiveMatch {
    /// Whether a pattern matches a URL in lowercase whose host is at a range.
    static func matches(_ rule: String, _ url: [UInt8], host: Range<Int>) -> Bool {
        var pattern = Array(rule.utf8)
        var starts = Array(0...url.count)
        if pattern.starts(with: "||".utf8) {
            pattern.removeFirst(2)
            starts = host.filter { $0 == host.lowerBound || url[$0 - 1] == UInt8(ascii: ".") }
        } else if pattern.first == UInt8(ascii: "|") {
            pattern.removeFirst()
            starts = [0]
        }
        let isEndAnchored = pattern.last == UInt8(ascii: "|")
        if isEndAnchored { pattern.removeLast() }
        // The places that the pattern up to here can reach; those beyond the end stand for the end.
        var places = Set(starts)
        for byte in pattern {
            switch byte {
            case UInt8(ascii: "*"):
                if let least = places.min() { places = Set(min(least, url.count)...url.count) }
            case UInt8(ascii: "^"):
                places = Set(
                    places.compactMap { place in
                        guard place < url.count else { return url.count }
                        let byte = url[place]
                        let isWord =
                            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
                            || "_-.%".utf8.contains(byte)
                        return isWord ? nil : place + 1
                    }
                )
            default:
                places = Set(places.filter { $0 < url.count && url[$0] == byte }.map { $0 + 1 })
            }
        }
        return isEndAnchored ? places.contains(url.count) : !places.isEmpty
    }
}
