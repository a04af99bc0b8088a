/// A matcher of patterns that follows every possibility: slow, short, and written apart from the one that it judges.
enum NaiveMatch {
    /// Whether a pattern matches a URL in lowercase whose host is at a range.
    static func matches(_ rule: String, _ url: [UInt8], host: Range<Int>) -> Bool {
        var pattern = Array(rule.utf8)
        // Whether the pattern up to here can end at each place; the last one is the end of the URL.
        var places = [Bool](repeating: true, count: url.count + 1)
        if pattern.starts(with: "||".utf8) {
            pattern.removeFirst(2)
            for place in places.indices {
                places[place] =
                    host.contains(place) && (place == host.lowerBound || url[place - 1] == UInt8(ascii: "."))
            }
        } else if pattern.first == UInt8(ascii: "|") {
            pattern.removeFirst()
            for place in places.indices { places[place] = place == 0 }
        }
        let isEndAnchored = pattern.last == UInt8(ascii: "|")
        if isEndAnchored { pattern.removeLast() }
        for byte in pattern {
            var next = [Bool](repeating: false, count: places.count)
            for place in places.indices where places[place] {
                switch byte {
                case UInt8(ascii: "*"):
                    for later in place..<places.count where !next[later] { next[later] = true }
                case UInt8(ascii: "^") where place == url.count: next[place] = true
                case UInt8(ascii: "^"):
                    let isWord =
                        (0x30...0x39).contains(url[place]) || (0x61...0x7A).contains(url[place])
                        || url[place] >= 0x80 || [0x5F, 0x2D, 0x2E, 0x25].contains(url[place])
                    if !isWord { next[place + 1] = true }
                default: if place < url.count, url[place] == byte { next[place + 1] = true }
                }
                if byte == UInt8(ascii: "*") { break }
            }
            places = next
        }
        return isEndAnchored ? places[url.count] : places.contains(true)
    }
}
