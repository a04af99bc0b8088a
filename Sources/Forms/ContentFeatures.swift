import Bytes

/// Which bytes occur at all among the first bytes of a part's content.
@usableFromInline
package struct ContentFeatures: OptionSet, Hashable, Sendable {
    /// The bits.
    @usableFromInline package let rawValue: UInt8

    /// Makes a set of its bits.
    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A CR or an LF.
    @inlinable package static var lineBreak: ContentFeatures { ContentFeatures(rawValue: 1 << 0) }
    /// A line that begins with a dash, the first one included.
    @inlinable package static var dashLine: ContentFeatures { ContentFeatures(rawValue: 1 << 1) }
    /// A control character below the tab: NUL and its like.
    @inlinable package static var lowControl: ContentFeatures { ContentFeatures(rawValue: 1 << 2) }
    /// A byte above 0x7F.
    @inlinable package static var nonASCII: ContentFeatures { ContentFeatures(rawValue: 1 << 3) }
    /// A line after the first that begins with `C` or `c`, as `Content-Disposition` does.
    @inlinable package static var cLine: ContentFeatures { ContentFeatures(rawValue: 1 << 4) }
}

extension ContentFeatures {
    /// Scans bytes sixteen at a time: scanning single ones would be a large part of the cost of a small form.
    init(in bytes: RawSpan) {
        self = []
        guard !bytes.isEmpty else { return }
        if bytes.byte(0) == 0x2D { insert(.dashLine) }
        let width = ContentSurvey.width
        guard bytes.byteCount > width else {
            if Self.mayHoldAny(bytes) { note(bytes, from: 0) }
            return
        }
        var survey = ContentSurvey()
        var place = 0
        // Each step reads a byte more than it looks at.
        while place &+ 4 &* width < bytes.byteCount {
            survey.add(bytes, knownAt: place, steps: 4)
            place &+= 4 &* width
        }
        while place < bytes.byteCount &- 1 {
            // The last step overlaps bytes before it.
            survey.add(bytes, knownAt: min(place, bytes.byteCount &- 1 &- width), steps: 1)
            place &+= width
        }
        formUnion(survey.features(of: bytes))
        note(bytes, from: bytes.byteCount - 1)
    }

    /// Whether a byte of at most sixteen is not ASCII, or one of the lowest, among which the line breaks are.
    private static func mayHoldAny(_ bytes: RawSpan) -> Bool {
        let count = bytes.byteCount
        guard count >= ByteOctet.count else {
            // In the place of bytes that are missing stand zeros.
            let own = UInt64.max >> UInt64(8 &* (ByteOctet.count &- count))
            return ByteOctet(in: bytes, at: 0).lowestOrBeyondASCII & own != 0
        }
        // The last eight bytes overlap the first.
        let first = ByteOctet(in: bytes, knownAt: 0)
        let last = ByteOctet(in: bytes, knownAt: count &- ByteOctet.count)
        return first.lowestOrBeyondASCII | last.lowestOrBeyondASCII != 0
    }

    private mutating func note(_ bytes: RawSpan, from start: Int) {
        for offset in start..<bytes.byteCount {
            switch bytes.byte(offset) {
            case 0x0A:
                insert(.lineBreak)
                guard offset + 1 < bytes.byteCount else { break }
                if bytes.byte(offset + 1) == 0x2D { insert(.dashLine) }
                if bytes.byte(offset + 1) | 0x20 == 0x63 { insert(.cLine) }
            case 0x0D: insert(.lineBreak)
            case 0..<0x09: insert(.lowControl)
            case 0x80...: insert(.nonASCII)
            default: break
            }
        }
    }
}

extension ByteOctet {
    /// Those that are not ASCII, or not above a CR.
    fileprivate var lowestOrBeyondASCII: UInt64 { within(0, 0x0D) | beyondASCII }
}

/// What occurs in bytes that are looked at sixteen at a time.
private struct ContentSurvey {
    private typealias Lanes = SIMD16<UInt8>

    /// The number of bytes in a step.
    static let width = 16

    private var bits = Lanes(repeating: 0)
    private var lowest = Lanes(repeating: 0xFF)
    private var hasFeed = false
    private var dashes = SIMDMask<SIMD16<Int8>>(repeating: false)
    private var headers = SIMDMask<SIMD16<Int8>>(repeating: false)

    /// Looks at the bytes of some steps from an offset on; the caller knows that a byte follows them.
    @inline(__always)
    mutating func add(_ bytes: RawSpan, knownAt offset: Int, steps: Int) {
        var feeds = SIMDMask<SIMD16<Int8>>(repeating: false)
        for step in 0..<steps {
            let lanes = Self.lanes(bytes, knownAt: offset &+ step &* Self.width)
            bits |= lanes
            lowest.replace(with: lanes, where: lanes .< lowest)
            feeds = feeds .| (lanes .== Lanes(repeating: 0x0A))
        }
        guard feeds.hasLanes else { return }
        hasFeed = true
        for step in 0..<steps { addLines(bytes, knownAt: offset &+ step &* Self.width) }
    }

    /// Looks at the first bytes of the lines that begin after those of one step.
    @inline(__always)
    private mutating func addLines(_ bytes: RawSpan, knownAt offset: Int) {
        let feeds = Self.lanes(bytes, knownAt: offset) .== Lanes(repeating: 0x0A)
        let next = Self.lanes(bytes, knownAt: offset &+ 1)
        dashes = dashes .| (feeds .& (next .== Lanes(repeating: 0x2D)))
        headers = headers .| (feeds .& (next | Lanes(repeating: 0x20) .== Lanes(repeating: 0x63)))
    }

    /// Sound: the caller has compared the offset after these bytes with their number.
    @inline(__always)
    private static func lanes(_ bytes: RawSpan, knownAt offset: Int) -> Lanes {
        bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Lanes.self)
    }

    /// What has occurred among the bytes.
    func features(of bytes: RawSpan) -> ContentFeatures {
        var features: ContentFeatures = []
        // Nearly all bytes with a CR have an LF too: it is looked for only where they have none.
        if hasFeed || (lowest .< Lanes(repeating: 0x0E)).hasLanes && Self.holdsReturn(bytes) {
            features.insert(.lineBreak)
        }
        if dashes.hasLanes { features.insert(.dashLine) }
        if headers.hasLanes { features.insert(.cLine) }
        if (lowest .< Lanes(repeating: 0x09)).hasLanes { features.insert(.lowControl) }
        if (bits .>= Lanes(repeating: 0x80)).hasLanes { features.insert(.nonASCII) }
        return features
    }

    /// Whether a CR is among bytes, of which there are as many as in a step.
    private static func holdsReturn(_ bytes: RawSpan) -> Bool {
        var place = 0
        while place < bytes.byteCount {
            // The last step overlaps bytes before it.
            let lanes = lanes(bytes, knownAt: min(place, bytes.byteCount &- width))
            if (lanes .== Lanes(repeating: 0x0D)).hasLanes { return true }
            place &+= width
        }
        return false
    }
}
