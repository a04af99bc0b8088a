import Bytes
import Forms
import NIOCore
import Recording
import Shell

/// The server that is probed: its URL, and the one address that every connection goes to.
struct ProbeTarget {
    /// The URL as a request names it.
    let head: RequestHead
    /// The server, by its address.
    let destination: RequestSender.Destination

    /// Finds the server.
    ///
    /// - Parameters:
    ///   - url: the URL, of http or https.
    ///   - isOwn: whether the user answers for a server at a public address.
    /// - Throws: a ``CommandFailure`` where the URL cannot be requested, where its host is not known, or where its
    ///   address is a public one and `isOwn` is false.
    init(url: String, isOwn: Bool) throws {
        do throws(RequestHead.Failure) {
            head = try RequestHead(method: "POST", url: url)
        } catch {
            throw CommandFailure.usage("\(error)")
        }
        guard let (host, port) = head.destination else {
            throw CommandFailure.usage("'\(url)': the port is not a number from 1 to 65535")
        }
        let address: SocketAddress
        do {
            // Looked up once: a name that changes its address between two requests does not lead elsewhere.
            address = try .makeAddressResolvingHost(host, port: port)
        } catch {
            throw CommandFailure.unreadable("\(url): the host is not known")
        }
        guard let text = address.ipAddress, let endpoint = Endpoint(address) else {
            throw CommandFailure.unreadable("\(url): the host has no address")
        }
        guard isOwn || endpoint.isNear else {
            throw CommandFailure.usage(
                "\(host) is at \(text), which is a public address: --i-own-this-server sends there what may crash or "
                    + "stop a server"
            )
        }
        destination = RequestSender.Destination(
            host: text,
            port: port,
            name: host,
            isSecure: head.isSecure,
            url: head.url
        )
    }
}

extension Endpoint {
    /// Whether it is an address of this machine or of a private network (RFC 1918, RFC 4193, RFC 4291 §2.5.6).
    var isNear: Bool {
        let isMapped = isIPv6 && addressHigh == 0 && addressLow >> 32 == 0xFFFF
        guard !isIPv6 || isMapped else {
            let first = addressHigh >> 48
            let isLoopback = addressHigh == 0 && addressLow <= 1
            return isLoopback || first & 0xFE00 == 0xFC00 || first & 0xFFC0 == 0xFE80
        }
        let low = UInt32(truncatingIfNeeded: addressLow)
        return low == 0 || low >> 24 == 127 || low >> 24 == 10 || low >> 20 == 0xAC1 || low >> 16 == 0xC0A8
    }
}
