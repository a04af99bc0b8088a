/// The byte before each content of an object stream (`TC_…` of §6.4.2).
enum TypeCode: UInt8 {
    /// `null`.
    case null = 0x70
    /// A reference to an earlier object.
    case reference
    /// The description of a class.
    case classDescription
    /// An instance of a class.
    case object
    /// A string of up to 65,535 bytes.
    case string
    /// An array.
    case array
    /// A `Class` object.
    case classObject
    /// Up to 255 bytes that a class's own method wrote.
    case blockData
    /// The end of what a class's own method wrote.
    case endBlockData
    /// All handles are reset.
    case reset
    /// More bytes that a class's own method wrote.
    case blockDataLong
    /// The exception with which the writer failed.
    case exception
    /// A longer string.
    case longString
    /// The description of a dynamic proxy class.
    case proxyClassDescription
    /// A constant of an enum.
    case enumeration
}
