import Bytes

/// A place in a text at which members are written, for which room was made at once: a report has a hundred of them for
/// each exchange.
///
/// Sound where there is room for what is written; see ``lineRoom(_:)``.
struct JSONPlace {
    /// Where the next byte is written.
    var place: UnsafeMutablePointer<UInt8>
    /// The number of blanks before what is written next, for one member or element on each line; -1 for one line.
    private(set) var indent: Int
    /// Whether the object or array that is open has no member or element yet.
    private(set) var isEmpty: Bool

    /// Begins at a place.
    @inline(__always)
    init(_ place: UnsafeMutablePointer<UInt8>, indent: Int, isEmpty: Bool) {
        self.place = place
        self.indent = indent
        self.isEmpty = isEmpty
    }

    /// The room that the begin of an element takes: a comma, a line break, and blanks, all in groups of 32.
    @inline(__always)
    static func elementRoom(_ indent: Int) -> Int { 35 &+ indent }

    /// The room for a bracket, or for a member with a title of 16 bytes at most and a number, four levels deeper at most.
    ///
    /// Of a text, the quotation marks and the last block have room there.
    @inline(__always)
    static func lineRoom(_ indent: Int) -> Int { 112 &+ indent }

    /// Writes text that is JSON already.
    @inline(__always)
    mutating func put(_ text: StaticString) { place.put(short: UnsafeBufferPointer(text)) }

    /// Opens an object or an array.
    @inline(__always)
    mutating func open(_ bracket: StaticString) {
        put(bracket)
        if indent >= 0 { indent &+= 2 }
        isEmpty = true
    }

    /// Closes it.
    @inline(__always)
    mutating func close(_ bracket: StaticString) {
        if indent >= 0 { indent &-= 2 }
        if !isEmpty { beginLine() }
        put(bracket)
        isEmpty = false
    }

    /// Begins an element of the array that is open: a comma after the one before, and a line of its own.
    @inline(__always)
    mutating func element() {
        if !isEmpty { place.put(UInt8(ascii: ",")) }
        beginLine()
        isEmpty = false
    }

    /// Begins a member of the object that is open, whose name needs no escaping.
    @inline(__always)
    mutating func name(_ name: StaticString) {
        element()
        place.put(UInt8(ascii: "\""))
        put(name)
        put("\": ")
        // On one line there is no blank.
        if indent < 0 { place -= 1 }
    }

    /// Begins a line, after blanks; none on one line.
    @inline(__always)
    mutating func beginLine() {
        guard indent >= 0 else { return }
        // Copied at once, with more blanks than most levels have: a report has millions of them.
        let line: StaticString = "\n                               "
        UnsafeMutableRawPointer(place).copyMemory(from: line.utf8Start, byteCount: 32)
        place += 1
        if indent <= 31 { place += indent } else { place.put(blanks: indent) }
    }

    /// Writes a whole number, `null` for `nil`.
    @inline(__always)
    mutating func number(_ number: Int?) {
        if let number { place = Self.end(of: number, at: place) } else { put("null") }
    }

    // The place goes in and out as a number of its own, so that it is kept in a register.

    /// Writes a number at a place, and returns the place after it.
    @inline(never)
    private static func end(
        of number: Int,
        at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var place = place
        if number >= 0 {
            place.put(decimal: number)
        } else {
            var text = String(number)
            text.withUTF8 { place.put($0) }
        }
        return place
    }

    /// Writes printable ASCII with its quotation marks; false where there is something else, or what is escaped in a
    /// script: what was written of the text is no JSON then.
    @inline(__always)
    mutating func plain(_ text: RawSpan, inScript isInScript: Bool) -> Bool {
        place.put(UInt8(ascii: "\""))
        guard add(plain: text, inScript: isInScript) else { return false }
        place.put(UInt8(ascii: "\""))
        return true
    }

    /// The same without the quotation marks.
    @inline(__always)
    mutating func add(plain text: RawSpan, inScript isInScript: Bool) -> Bool {
        guard let end = PlainText(isInScript: isInScript).end(of: text, at: place) else { return false }
        place = end
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a literal.
    @inline(__always)
    fileprivate init(_ text: StaticString) {
        // Sound: a literal of several bytes is in memory.
        self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
