import Bytes
import CPcap

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An interface from which libpcap can capture.
package struct CaptureDevice: Hashable, Sendable {
    /// Its name, such as `lo`.
    package var name: String
    /// What it is, as the system says; `nil` where it says nothing.
    package var description: String?
    /// Its addresses, those of IPv4 and IPv6 only.
    package var addresses: [String]
    /// Whether it is up.
    package var isUp: Bool
    /// Whether it is up and its driver ready.
    package var isRunning: Bool
    /// Whether it is the loopback interface.
    package var isLoopback: Bool

    /// The interface on which packets of all others are captured, as Linux has it.
    package static let all = "any"

    /// The interfaces in the order in which libpcap prefers them.
    ///
    /// - Throws: where they cannot be listed.
    package static func list() throws(CaptureDeviceFailure) -> [CaptureDevice] {
        guard let pcap = Libpcap.functions else { throw .noList(reason: Libpcap.missing) }
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        var first: UnsafeMutablePointer<pcap_if_t>?
        guard pcap.findalldevs(&first, &message) == 0 else {
            throw .noList(reason: CaptureMessage.text(message))
        }
        defer { if let first { pcap.freealldevs(first) } }
        var devices: [CaptureDevice] = []
        var next = first
        while let device = next {
            devices.append(CaptureDevice(device.pointee))
            next = device.pointee.next
        }
        return devices
    }

    /// The interface to capture from where none is named: ``all`` where there is one, else the one that libpcap prefers.
    package static func preferred(among devices: [CaptureDevice]) throws(CaptureDeviceFailure)
        -> CaptureDevice
    {
        let all = devices.first { $0.name == Self.all }
        guard let preferred = all ?? devices.first(where: \.isUp) ?? devices.first else { throw .noDevice }
        return preferred
    }

    private init(_ device: pcap_if_t) {
        name = device.name.map { String(cString: $0) } ?? ""
        let text = device.description.map { String(cString: $0) } ?? ""
        description = text.isEmpty ? nil : text
        addresses = []
        var next = device.addresses
        while let address = next {
            if let text = address.pointee.addr.flatMap(Self.text) { addresses.append(text) }
            next = address.pointee.next
        }
        isUp = device.flags & UInt32(PCAP_IF_UP) != 0
        isRunning = device.flags & UInt32(PCAP_IF_RUNNING) != 0
        isLoopback = device.flags & UInt32(PCAP_IF_LOOPBACK) != 0
    }

    /// An address of IPv4 or IPv6 as text; `nil` for others.
    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
        guard isIPv6 || Int32(address.pointee.sa_family) == AF_INET else { return nil }
        // libpcap gives a sockaddr_in or a sockaddr_in6, in which the address begins at these offsets.
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address).advanced(by: isIPv6 ? 8 : 4),
            count: isIPv6 ? 16 : 4
        )
        let words = bytes.reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
            words = (words.high << 8 | words.low >> 56, words.low << 8 | UInt64(byte))
        }
        return Endpoint(addressHigh: words.high, addressLow: words.low, isIPv6: isIPv6, port: 0).address
    }
}
