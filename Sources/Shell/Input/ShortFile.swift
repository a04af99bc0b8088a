import Bytes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read as a whole, within a limit.
package enum ShortFile {
    /// Reads the first bytes of a file.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - limit: the number of bytes to read: one more than a file may have shows that it has more.
    /// - Returns: the bytes; `nil` where the file cannot be read.
    package static func bytes(at path: String, upTo limit: Int) -> [UInt8]? {
        guard let file = SystemPath.withCString(path, { fopen($0, "rbe") }) else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(limit, 64 << 10))
        while bytes.count < limit {
            let count = fread(&block, 1, min(block.count, limit - bytes.count), file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += block[..<count]
        }
        return bytes
    }
}
