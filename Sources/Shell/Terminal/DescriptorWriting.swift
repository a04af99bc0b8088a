#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes bytes to a file descriptor to the last one, interruptions and short writes notwithstanding.
enum DescriptorWriting {
    /// Writes the bytes.
    ///
    /// - Parameters:
    ///   - bytes: what to write.
    ///   - descriptor: where to.
    /// - Returns: the system's number for what went wrong; `nil` where all bytes are written.
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
