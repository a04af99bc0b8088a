import Bytes

/// Writes JSON values as text, byte by byte for speed: reports of a thousand exchanges have megabytes.
struct JSONWriter: ~Copyable {
    /// Whether `<`, `>` and `&`, which occur only in strings, are escaped (RFC 8259 §7).
    let isInScript: Bool
    /// What was written so far.
    var buffer = TextBuffer()
    /// The number of blanks before what is written next, for one member or element on each line; -1 for one line.
    private var indent: Int
    /// Whether the object or array that is open has no member or element yet.
    private var isEmpty = true

    /// Makes an empty writer, for one line, or for lines from a level on.
    init(isInScript: Bool = false, level: Int? = nil) {
        self.isInScript = isInScript
        indent = Self.indent(level)
    }

    /// The level of what is written next, for one member or element on each line; `nil` for one line.
    var level: Int? { indent < 0 ? nil : indent / 2 }

    private static func indent(_ level: Int?) -> Int { level.map { 2 * $0 } ?? -1 }

    /// The text written so far.
    var text: String { buffer.text }

    /// Drops the text written so far.
    mutating func restart() { buffer.removeAll() }

    /// Writes the text to a sink.
    func write(to sink: any TextSink) { buffer.write(to: sink) }

    // A report has a hundred of these for each exchange: in line, the bytes of a literal are a few stores.

    /// Writes text that is JSON already.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        var place = buffer.room(for: text.utf8CodeUnitCount)
        place.put(short: UnsafeBufferPointer(text))
        buffer.end(at: place)
    }

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
        var place = buffer.room(for: Self.elementRoom(indent) + bracket.utf8CodeUnitCount)
        if !isEmpty { place.beginLine(indent) }
        place.put(short: UnsafeBufferPointer(bracket))
        buffer.end(at: place)
        isEmpty = false
    }

    /// Begins an element of the array that is open.
    @inline(__always)
    mutating func element() {
        var place = buffer.room(for: Self.elementRoom(indent))
        place.beginElement(isEmpty, indent)
        buffer.end(at: place)
        isEmpty = false
    }

    /// Begins a member of the object that is open, whose name needs no escaping.
    @inline(__always)
    mutating func name(_ name: StaticString) {
        var place = buffer.room(for: Self.elementRoom(indent) + name.utf8CodeUnitCount + 4)
        place.beginElement(isEmpty, indent)
        place.put(UInt8(ascii: "\""))
        place.put(short: UnsafeBufferPointer(name))
        place.put(short: UnsafeBufferPointer("\": "))
        // On one line there is no blank.
        buffer.end(at: indent < 0 ? place - 1 : place)
        isEmpty = false
    }

    /// The room that the begin of an element takes: a comma, a line break, and blanks, all in groups of 32.
    @inline(__always)
    private static func elementRoom(_ indent: Int) -> Int { 35 &+ indent }

    /// Writes a whole number, `null` for `nil`.
    mutating func number(_ number: Int?) {
        guard let number else { return put("null") }
        guard number >= 0 else { return append(String(number)) }
        buffer.append(upTo: UnsafeMutablePointer<UInt8>.decimalRoom) { $0.put(decimal: number) }
    }

    /// Writes text, `null` for `nil`.
    mutating func string(_ text: String?) {
        guard let text else { return put("null") }
        quote(text)
    }

    /// Writes the address and the port of an endpoint as text, `null` for `nil`.
    mutating func endpoint(_ endpoint: Endpoint?) {
        guard let endpoint, !endpoint.isIPv6 else { return string(endpoint?.description) }
        let room = UnsafeMutablePointer<UInt8>.room(ofDigits: Endpoint.greatestDottedLength)
        buffer.append(upTo: room + 2) { place in
            place.put(UInt8(ascii: "\""))
            place.put(endpoint)
            place.put(UInt8(ascii: "\""))
        }
    }

    /// Writes a time, `null` for `nil`.
    mutating func time(_ time: Timestamp?) {
        guard let time else { return put("null") }
        buffer.append(upTo: Timestamp.textRoom + 2) { place in
            place.put(UInt8(ascii: "\""))
            place.put(time)
            place.put(UInt8(ascii: "\""))
        }
    }

    /// Begins a line on a level, where values are written in several.
    mutating func breakLine(_ depth: Int?) {
        let indent = Self.indent(depth)
        var place = buffer.room(for: Self.elementRoom(indent))
        place.beginLine(indent)
        buffer.end(at: place)
    }

    /// Writes text that is JSON already.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { buffer.append($0) }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Begins an element or a member: a comma after the one before, and a line of its own after a number of blanks;
    /// none on one line, for -1.
    @inline(__always)
    fileprivate mutating func beginElement(_ isFirst: Bool, _ indent: Int) {
        if !isFirst { put(UInt8(ascii: ",")) }
        beginLine(indent)
    }

    /// Begins a line, after a number of blanks; none for -1.
    @inline(__always)
    fileprivate mutating func beginLine(_ indent: Int) {
        guard indent >= 0 else { return }
        // Copied at once, with more blanks than most levels have: a report has millions of them.
        let line: StaticString = "\n                               "
        UnsafeMutableRawPointer(self).copyMemory(from: line.utf8Start, byteCount: 32)
        self += 1
        if indent <= 31 { self += indent } else { put(blanks: indent) }
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
