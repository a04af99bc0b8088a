/// Writes object streams byte by byte, faults included.
package struct ObjectStreamBuilder {
    /// The bytes so far, the stream's header first.
    package var bytes: [UInt8] = [0xAC, 0xED, 0x00, 0x05]

    /// Makes a stream of no objects.
    package init() {}

    /// Appends bytes.
    package mutating func raw(_ bytes: UInt8...) { self.bytes += bytes }

    /// Appends a number, the most significant byte first.
    package mutating func number(_ value: Int, bytes count: Int) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// Appends a text after its length in two bytes.
    package mutating func text(_ text: String) {
        number(text.utf8.count, bytes: 2)
        bytes += Array(text.utf8)
    }

    /// Appends a string object.
    package mutating func string(_ text: String) {
        raw(0x74)
        self.text(text)
    }

    /// Appends a reference to the object of a handle, from 0.
    package mutating func reference(_ handle: Int) {
        raw(0x71)
        number(0x7E_0000 + handle, bytes: 4)
    }

    /// Appends a class without annotation and superclass; fields are a type and a name, types of objects being strings.
    package mutating func newClass(
        _ name: String,
        flags: UInt8 = 2,
        fields: [(Character, String)] = [],
        ends: Bool = true
    ) {
        raw(0x72)
        text(name)
        number(1, bytes: 8)
        raw(flags)
        number(fields.count, bytes: 2)
        for (type, field) in fields {
            bytes += Array(String(type).utf8)
            text(field)
            if type == "L" || type == "[" { string("T") }
        }
        if ends { raw(0x78, 0x70) }
    }
}
