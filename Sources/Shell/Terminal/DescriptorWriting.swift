#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes all bytes to a file descriptor, despite interruptions and short writes.
enum DescriptorWriting {
    /// Writes the bytes.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to write.
    ///   - descriptor: the destination.
    /// - Returns: `errno` of the failure; `nil` where all bytes were written.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
        var start = 0
        while start < bytes.count {
            #if canImport(Glibc)
                let count = Glibc.write(
                    descriptor,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start
                )
            #elseif canImport(Darwin)
                let count = Darwin.write(
                    descriptor,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start
                )
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            start += count
        }
        return nil
    }
}
