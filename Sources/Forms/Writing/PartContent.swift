/// The content of a part.
public enum PartContent: Sendable {
    /// Text that a person typed: dialects of browsers write every line break in it as CRLF, the others keep
    /// it.
    case text(String)
    /// Bytes, written as they are.
    case bytes([UInt8])
    /// The bytes of the file at a path, read while the form is written.
    case file(path: String)
    /// Bytes from a source that `open` opens at the first byte each time it is called.
    ///
    /// `length` is their number where it is known. A source that cannot be read twice throws when it is
    /// opened again.
    case stream(length: Int?, open: @Sendable () throws -> any PartSource)
    /// Several files with one name: each a separate part (RFC 7578 §4.3), or nested where the dialect does
    /// that.
    case files([FormPart])
}

/// A source of a part's bytes; it closes its resources when it is released.
public protocol PartSource: AnyObject {
    /// Reads the next bytes to the start of `buffer`, which is never empty.
    ///
    /// - Returns: the number of bytes, at most `buffer.count`; 0 at the end, and only there.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
