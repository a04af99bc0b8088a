/// The boundary that a body is read with: a declared one if it occurs, otherwise the one observed in the
/// body.
///
/// Where the first delimiter alone has another boundary, the declared one and the other delimiters outvote it.
struct BoundaryChoice {
    /// The search for the whole delimiter text, usually two dashes and the boundary.
    let search: ByteSearch
    /// The boundary.
    let boundary: [UInt8]
    /// Whether it was found in the body, because no declared one occurs there.
    let isObserved: Bool

    /// Decides by the first bytes of a body; `nil` where none is declared and none can be found.
    ///
    /// - Parameters:
    ///   - window: the bytes that are in memory, from the body's first.
    ///   - declared: the boundaries that Content-Type declares.
    ///   - opening: how many bytes an undeclared boundary is looked for in.
    init?(in window: borrowing ByteWindow, declared: [[UInt8]], opening: Int) {
        if let first = declared.first, !first.isEmpty, window.begins(withDelimiterOf: first[...]) {
            // The common case; the rest of the decision is for other bodies.
            self.init(declared: first)
            return
        }
        let observed = ObservedBoundary(in: window.prefix(opening), declared: declared)
        for boundary in declared {
            let text = [0x2D, 0x2D] + boundary
            if let observed {
                let isLonger =
                    observed.text.count > text.count && window.occurs(observed.text, atLeast: 2)
                    && !Self.hasStrayDash(observed, after: text, in: window)
                let isReading =
                    observed.isReading(of: text)
                    || observed.text.suffix(text.count).elementsEqual(text)
                        && window.contains([0x0D, 0x0A] + text)
                    || Self.isMisspelt(observed, for: text, in: window)
                guard isReading, !isLonger else { continue }
            } else if boundary.isEmpty || !window.contains(text) {
                continue
            }
            self.init(declared: boundary)
            return
        }
        if let observed {
            self.init(search: ByteSearch(observed.text), boundary: observed.boundary, isObserved: true)
        } else if let boundary = declared.first(where: { !$0.isEmpty }) {
            self.init(declared: boundary)
        } else {
            return nil
        }
    }

    /// Whether a delimiter is the only one of its kind and the declared one follows it: then it was meant to be that one.
    private static func isMisspelt(
        _ observed: ObservedBoundary,
        for text: [UInt8],
        in window: borrowing ByteWindow
    ) -> Bool {
        let end = observed.offset + observed.text.count
        return hasDelimiter(text, in: window, from: end)
            && !hasDelimiter(observed.text, in: window, from: end)
    }

    /// Whether a delimiter is the declared one and a dash, and those that follow are without it: what else begins so is the
    /// close delimiter.
    private static func hasStrayDash(
        _ observed: ObservedBoundary,
        after text: [UInt8],
        in window: borrowing ByteWindow
    ) -> Bool {
        observed.text.elementsEqual(text + [0x2D])
            && hasDelimiter(
                text,
                endingIn: [[0x0D], [0x0A]],
                in: window,
                from: observed.offset + observed.text.count
            )
    }

    private static func hasDelimiter(
        _ text: [UInt8],
        endingIn ends: [[UInt8]] = [[0x0D], [0x0A], [0x2D, 0x2D]],
        in window: borrowing ByteWindow,
        from offset: Int
    ) -> Bool {
        for end in ends
        where window.first(ByteSearch([0x0A] + text + end), from: offset) != nil { return true }
        return false
    }

    private init(declared boundary: [UInt8]) {
        self.init(search: ByteSearch([0x2D, 0x2D] + boundary), boundary: boundary, isObserved: false)
    }

    private init(search: ByteSearch, boundary: [UInt8], isObserved: Bool) {
        self.search = search
        self.boundary = boundary
        self.isObserved = isObserved
    }
}
