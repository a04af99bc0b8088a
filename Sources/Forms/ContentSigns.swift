/// Which bytes that rules ask for occur at all in the first bytes of a part's content.
struct ContentSigns: OptionSet {
    let rawValue: UInt8

    /// A CR or an LF.
    static let lineBreak = ContentSigns(rawValue: 1 << 0)
    /// A line that begins with a dash.
    static let dashedLine = ContentSigns(rawValue: 1 << 1)
    /// A control character below the tab, which no text holds: NUL and its like.
    static let lowControl = ContentSigns(rawValue: 1 << 2)
    /// A line that begins with a C, as `Content-Disposition` does.
    static let headerLine = ContentSigns(rawValue: 1 << 4)
    /// A byte above 0x7F.
    static let beyondASCII = ContentSigns(rawValue: 1 << 3)
}

extension ContentSigns {
    private typealias Lanes = SIMD16<UInt8>

    /// Looks through bytes, sixteen at a time: a loop over single ones is a good part of what a small form costs.
    init(in bytes: [UInt8]) {
        self = []
        if bytes.first == 0x2D { insert(.dashedLine) }
        var offset = 0
        bytes.withUnsafeBytes { buffer in
            // Sound: the last load of `next` ends where the bytes end.
            guard let base = buffer.baseAddress, buffer.count > Lanes.scalarCount else { return }
            var breaks = SIMDMask<SIMD16<Int8>>(repeating: false)
            var dashes = breaks
            var controls = breaks
            var headers = breaks
            var bits = Lanes(repeating: 0)
            while offset + Lanes.scalarCount < buffer.count {
                let lanes = (base + offset).loadUnaligned(as: Lanes.self)
                let next = (base + offset + 1).loadUnaligned(as: Lanes.self)
                let feeds = lanes .== Lanes(repeating: 0x0A)
                breaks = breaks .| feeds .| (lanes .== Lanes(repeating: 0x0D))
                dashes = dashes .| (feeds .& (next .== Lanes(repeating: 0x2D)))
                headers = headers .| (feeds .& (next | Lanes(repeating: 0x20) .== Lanes(repeating: 0x63)))
                controls = controls .| (lanes .< Lanes(repeating: 0x09))
                bits |= lanes
                offset += Lanes.scalarCount
            }
            if any(breaks) { insert(.lineBreak) }
            if any(dashes) { insert(.dashedLine) }
            if any(headers) { insert(.headerLine) }
            if any(controls) { insert(.lowControl) }
            if any(bits .>= Lanes(repeating: 0x80)) { insert(.beyondASCII) }
        }
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x0A:
                insert(.lineBreak)
                guard offset + 1 < bytes.count else { break }
                if bytes[offset + 1] == 0x2D { insert(.dashedLine) }
                if bytes[offset + 1] | 0x20 == 0x63 { insert(.headerLine) }
            case 0x0D: insert(.lineBreak)
            case 0..<0x09: insert(.lowControl)
            case 0x80...: insert(.beyondASCII)
            default: break
            }
            offset += 1
        }
    }
}
