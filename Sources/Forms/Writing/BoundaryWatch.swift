/// Searches the content of one part for a delimiter while it is written, in pieces of any size.
package struct BoundaryWatch {
    private let search: ByteSearch
    /// The last bytes written, fewer than the delimiter has.
    private var tail: [UInt8] = []
    private var passed = 0

    /// Searches for a delimiter's text.
    package init(_ delimiter: [UInt8]) {
        search = ByteSearch(delimiter)
    }

    /// Checks the next bytes: the offset in the content at which the delimiter begins, `nil` where it does
    /// not occur.
    package mutating func find(in bytes: UnsafeRawBufferPointer) -> Int? {
        let overlap = search.needle.count - 1
        if !tail.isEmpty {
            let seam = tail + bytes.prefix(overlap)
            if let place = seam.withUnsafeBytes({ search.first(in: $0, from: 0) }) {
                return passed - tail.count + place
            }
        }
        if let place = search.first(in: bytes, from: 0) { return passed + place }
        passed += bytes.count
        tail = bytes.count >= overlap ? Array(bytes.suffix(overlap)) : (tail + bytes).suffix(overlap)
        return nil
    }
}
