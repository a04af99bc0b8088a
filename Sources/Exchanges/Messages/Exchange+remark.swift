import Bytes

extension Exchange {
    /// What is to be known of the exchange beside its messages: the comment of its source, or else what a proxy says of an
    /// answer that it gave itself (`details` of Proxy-Status, RFC 9209 §2.1.4).
    package var remark: String? { comment ?? response?.head.fields.proxyDetails }
}

extension FieldSection {
    /// What a proxy says of an answer that it gave itself: `details` of Proxy-Status, of the proxy that is named last, which
    /// is the one nearest to the client (RFC 9209 §2); `nil` where none says anything.
    package var proxyDetails: String? {
        guard let status = value(named: "proxy-status") else { return nil }
        var members: [UInt8] = []
        var details: [UInt8]?
        // A list of names with parameters; strings are printable ASCII, `"` and `\` after a `\` (RFC 9651 §3.3.3).
        var rest = status
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\"") else {
                if byte == UInt8(ascii: ",") { (members, details) = ([], nil) }
                members.append(byte)
                continue
            }
            var string: [UInt8] = []
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                let isEscape = byte == UInt8(ascii: "\\")
                guard let next = isEscape ? rest.popFirst() : byte else { break }
                string.append(next)
            }
            if members.suffix(8).elementsEqual("details=".utf8) { details = string }
        }
        return details.map { String(decoding: $0, as: UTF8.self) }
    }
}
