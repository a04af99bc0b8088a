import Bytes

/// Texts that name hosts.
enum HostName {
    /// Whether a text is an IP address without brackets, or may be a name: labels between dots (RFC 1123 §2.1), with
    /// underscores and letters beyond ASCII, which are in use.
    static func isValid(_ text: some StringProtocol) -> Bool {
        if TLSClient.isAddress(String(text)) { return true }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    $0.isDigit || $0.lowercased &- 0x61 < 26 || $0 == UInt8(ascii: "-")
                        || $0 == UInt8(ascii: "_")
                        || $0 >= 0x80
                }
        }
    }

    /// Whether a text is one of these, `*` for all, or `*.host` for all below one.
    static func isPattern(_ text: String) -> Bool {
        text == "*" || isValid(text.hasPrefix("*.") ? text.dropFirst(2) : text[...])
    }
}
