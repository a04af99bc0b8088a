/// A class as an object stream describes it (Java Object Serialization Specification §6.4, `newClassDesc`).
struct StreamClass {
    /// How the data of its instances is written (`SC_…` flags of §6.4.2).
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The class's own method writes data after its fields.
        static let writeMethod = Flags(rawValue: 0x01)
        /// The fields are written.
        static let serializable = Flags(rawValue: 0x02)
        /// The class writes all data itself.
        static let externalizable = Flags(rawValue: 0x04)
        /// That data is in blocks, so that it can be skipped.
        static let blockData = Flags(rawValue: 0x08)
    }

    /// A field that is written for each instance.
    struct Field {
        /// The field's name.
        var name: String
        /// The type of its value: one of `BCDFIJSZ`, `L` for an object, `[` for an array.
        var type: UInt8
    }

    /// The name, such as `java.util.ArrayList`; empty for a dynamic proxy class.
    var name: String
    /// How data is written.
    var flags: Flags
    /// The fields in the order of the stream.
    var fields: [Field]
    /// The index of the superclass in ``ObjectGraph/objects``; `nil` where none is serializable.
    var superclass: Int?
}
