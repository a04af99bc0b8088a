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

    /// Makes room for a number of bytes; what is written from the place returned is text with ``end(at:)``.
    @inline(__always)
    mutating func place(upTo limit: Int) -> JSONPlace {
        JSONPlace(buffer.room(for: limit), indent: indent, isEmpty: isEmpty)
    }

    /// Makes room for a number of brackets and short members, and for texts that have a number of bytes in all.
    @inline(__always)
    mutating func place(lines: Int, texts: Int = 0) -> JSONPlace {
        place(upTo: lines &* JSONPlace.lineRoom(indent) &+ PlainText.room(for: texts))
    }

    /// Ends the text at a place in the room that was made last.
    @inline(__always)
    mutating func end(at place: JSONPlace) {
        buffer.end(at: place.place)
        indent = place.indent
        isEmpty = place.isEmpty
    }

    /// Writes text that is JSON already.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        var place = place(upTo: text.utf8CodeUnitCount)
        place.put(text)
        buffer.end(at: place.place)
    }

    /// Opens an object or an array.
    @inline(__always)
    mutating func open(_ bracket: StaticString) {
        var place = place(upTo: bracket.utf8CodeUnitCount)
        place.open(bracket)
        end(at: place)
    }

    /// Closes it.
    @inline(__always)
    mutating func close(_ bracket: StaticString) {
        var place = place(upTo: JSONPlace.elementRoom(indent) + bracket.utf8CodeUnitCount)
        place.close(bracket)
        end(at: place)
    }

    /// Begins an element of the array that is open.
    @inline(__always)
    mutating func element() {
        var place = place(upTo: JSONPlace.elementRoom(indent))
        place.element()
        end(at: place)
    }

    /// Begins a member of the object that is open, whose name needs no escaping.
    @inline(__always)
    mutating func name(_ name: StaticString) {
        var place = place(upTo: JSONPlace.elementRoom(indent) + name.utf8CodeUnitCount + 4)
        place.name(name)
        end(at: place)
    }

    /// Writes a whole number, `null` for `nil`.
    mutating func number(_ number: Int?) {
        var place = place(upTo: UnsafeMutablePointer<UInt8>.decimalRoom)
        place.number(number)
        buffer.end(at: place.place)
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
        var place = JSONPlace(buffer.room(for: JSONPlace.elementRoom(indent)), indent: indent, isEmpty: true)
        place.beginLine()
        buffer.end(at: place.place)
    }

    /// Writes text that is JSON already.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { buffer.append($0) }
    }
}
