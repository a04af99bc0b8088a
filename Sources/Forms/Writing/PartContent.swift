/// What a part of a form holds.
public enum PartContent: Sendable {
    /// Text that a person typed: dialects of browsers write every line break in it as CRLF, the others leave it.
    case text(String)
    /// Bytes, written as they are.
    case bytes([UInt8])
    /// The bytes of the file at a path, read while the form is written.
    case file(path: String)
    /// Bytes that `open` gives access to, from the first on each time it is called.
    ///
    /// `length` is their number where it is known. What cannot be read twice throws when it is opened again.
    case stream(length: Int?, open: @Sendable () throws -> any PartSource)
    /// Several files under one name: each a part of its own (RFC 7578 §4.3), or nested where the dialect does that.
    case files([FormPart])
}

/// Bytes of a part that come from elsewhere; let go of, it closes what it holds.
public protocol PartSource: AnyObject {
    /// Puts the next bytes at the beginning of `buffer`, which is never empty.
    ///
    /// - Returns: the number of bytes, at most `buffer.count`; 0 at the end, and only there.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
