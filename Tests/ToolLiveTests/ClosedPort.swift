import Glibc

/// A port of the loopback interface on which nothing listens, and which no other process gets while this is held.
final class ClosedPort {
    /// The number.
    let number: UInt16
    private let descriptor: CInt

    /// Takes a free port.
    init() {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(descriptor, address, length)
                _ = getsockname(descriptor, address, &length)
            }
        }
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
