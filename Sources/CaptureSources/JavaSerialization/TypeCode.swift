/// What stands before each content of an object stream (`TC_…` of §6.4.2).
enum TypeCode: UInt8 {
    /// `null`.
    case null = 0x70
    /// A reference to an object that came before.
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
    /// Up to 255 bytes that a class wrote itself.
    case blockData
    /// The end of what a class wrote itself.
    case endBlockData
    /// All handles are forgotten.
    case reset
    /// More bytes that a class wrote itself.
    case blockDataLong
    /// What the writer failed with.
    case exception
    /// A longer string.
    case longString
    /// The description of a dynamic proxy class.
    case proxyClassDescription
    /// A constant of an enum.
    case enumeration
}
