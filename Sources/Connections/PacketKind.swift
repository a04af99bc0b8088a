package import CaptureSources

/// What a packet carries from which no HTTP was read.
package enum PacketKind: Hashable, Sendable {
    /// An Ethernet frame of another type than IP.
    case etherType(UInt16)
    /// A PPP frame of another protocol than IP.
    case ppp(UInt16)
    /// An IP packet of another protocol than TCP and UDP.
    case ipProtocol(UInt8)
    /// A UDP datagram; the port is that of the two by which its protocol is known.
    case udp(port: UInt16)
    /// A TCP segment; the port is that of the end that was connected to.
    case tcp(port: UInt16)
    /// A fragment of an IP packet.
    case fragment
    /// A frame of IEEE 802.11 that carries no data.
    case wirelessControl
    /// A frame of IEEE 802.11 with encrypted data.
    case wirelessEncrypted
    /// A frame of a link type that is not read.
    case link(LinkType)
    /// Headers that are cut off or contradict themselves.
    case damaged
    /// More headers of tunnels than are read.
    case tooDeep
}

extension PacketKind {
    /// A UDP datagram, told by its ports: the one that is known, or the lower one.
    static func udp(_ source: UInt16, _ destination: UInt16) -> PacketKind {
        let known = [destination, source].first { udpNames[$0] != nil }
        return .udp(port: known ?? min(source, destination))
    }

    /// A short name for scripts.
    package var group: String {
        switch self {
        case .etherType: "ethernet"
        case .ppp: "ppp"
        case .ipProtocol: "ip"
        case .udp: "udp"
        case .tcp: "tcp"
        case .fragment: "ip-fragment"
        case .wirelessControl, .wirelessEncrypted: "ieee-802-11"
        case .link: "link"
        case .damaged: "damaged"
        case .tooDeep: "too-deep"
        }
    }

    /// The name that reports give it: `UDP on port 53 (DNS)`.
    package var name: String {
        switch self {
        case .etherType(let type):
            type < 0x0600
                ? "IEEE 802.2 LLC" : Self.etherNames[type] ?? "EtherType \(Self.hexadecimal(type))"
        case .ppp(let number): Self.pppNames[number] ?? "PPP protocol \(Self.hexadecimal(number))"
        case .ipProtocol(let number): Self.protocolNames[number] ?? "IP protocol \(number)"
        case .udp(let port): "UDP on port \(port)" + (Self.udpNames[port].map { " (\($0))" } ?? "")
        case .tcp(let port): "TCP on port \(port)" + (Self.tcpNames[port].map { " (\($0))" } ?? "")
        case .fragment: "fragmented IP"
        case .wirelessControl: "IEEE 802.11 management and control"
        case .wirelessEncrypted: "encrypted IEEE 802.11"
        case .link(let type): type.description
        case .damaged: "damaged or cut-off headers"
        case .tooDeep: "too many nested tunnels"
        }
    }

    private static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
