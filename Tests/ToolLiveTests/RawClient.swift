import Glibc
import TestSupport

/// A client of TCP that sends bytes as it is told.
final class RawClient {
    private let descriptor: CInt
    /// Whether the other end has reset the connection.
    private(set) var wasReset = false

    /// Why there is no connection.
    struct Failure: Error {
        /// The system's number of the error.
        var code: CInt
    }

    /// Connects to a port of the loopback interface.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var on: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        var limit = timeval(tv_sec: TestScope.isSanitized ? 300 : 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(code: errno) }
    }

    deinit { close(descriptor) }

    /// Its address, as reports write it.
    var address: String {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    /// Sends bytes in pieces; false where the other end has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> Bool {
        var start = 0
        while start < bytes.count {
            let end = size < bytes.count - start ? start + size : bytes.count
            let count = bytes[start..<end].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }

    /// Sends bytes of text.
    func send(_ text: String) { send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Resets the connection instead of closing it.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// What comes next, at most 64 KiB; empty at the end.
    func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if received < 0, errno == ECONNRESET { wasReset = true }
            count = max(received, 0)
        }
    }

    /// All that comes until the other end closes the connection.
    func receiveAllBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let next = receive()
            if next.isEmpty { return bytes }
            bytes += next
        }
    }

    /// The same as text.
    func receiveAll() -> String { String(decoding: receiveAllBytes(), as: UTF8.self) }

    /// What comes until it holds a text.
    func receive(until text: String) -> String {
        var received = ""
        while !received.contains(text) {
            let next = receive()
            if next.isEmpty { break }
            received += String(decoding: next, as: UTF8.self)
        }
        return received
    }
}
