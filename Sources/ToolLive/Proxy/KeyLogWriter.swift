import NIOCore
import NIOSSL
import Shell

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes the secrets of TLS connections as a key log, line by line, for a capture that is made beside.
struct KeyLogWriter: Sendable {
    private let descriptor: CInt

    /// Appends to the file at a path, which its owner alone can read where it is new.
    init(to path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure.unreadable("\(path): cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Takes a line, with its line break.
    var callback: NIOSSLKeyLogCallback {
        { [descriptor] line in
            line.withUnsafeReadableBytes { bytes in
                #if canImport(Glibc)
                    _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Darwin)
                    _ = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
        }
    }
}
