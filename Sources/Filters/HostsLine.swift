import Bytes

/// A line of a hosts file: an address, and names of hosts (https://man7.org/linux/man-pages/man5/hosts.5.html).
///
/// A list of this form gives names that are to be blocked the address of the machine itself, or none. As in the file
/// that it is made for, a name stands for one host, not for its subdomains.
enum HostsLine {
    /// Reads a line without a comment; `nil` where it does not begin with an address and a blank.
    static func read(_ line: ArraySlice<UInt8>) -> FilterLine? {
        guard let blank = line.firstIndex(where: \.isBlank), let isNone = isNoHost(line[..<blank]) else {
            return nil
        }
        // A dot at the end is that of the root (RFC 1034 §3.1).
        let names = line[blank...].split { $0.isBlank }
            .map { $0.count > 1 && $0.last == UInt8(ascii: ".") ? $0.dropLast() : $0 }
            .filter { !namesOfTheMachine.contains($0.text) }
        if names.isEmpty { return .nothing }
        guard isNone else { return .unread(.address) }
        for name in names where !name.allSatisfy(\.isHostCharacter) {
            return .faulty("'\(PrintableText.text(name, limit: 80))' is not the name of a host")
        }
        return .rules(
            names.map { name in
                CompiledRule(
                    pattern: FilterPattern(text: name.map(\.lowercased), start: .host),
                    text: Array(line)
                )
            }
        )
    }

    /// Whether an address is that of the machine itself or of no host; `nil` where the text is no address.
    private static func isNoHost(_ text: ArraySlice<UInt8>) -> Bool? {
        if text.contains(UInt8(ascii: ":")) {
            let address = text.prefix { $0 != UInt8(ascii: "%") }
            guard address.allSatisfy({ $0.hexValue != nil || $0 == 0x3A || $0 == 0x2E }) else { return nil }
            // `::`, `::1`, and the same with zeros written out.
            return address.dropLast().allSatisfy { $0 == 0x30 || $0 == 0x3A }
                && address.last.map { $0 == 0x3A || $0 == 0x30 || $0 == 0x31 } == true
        }
        let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 4 else { return nil }
        for number in numbers {
            guard number.allSatisfy(\.isDigit), UInt8(number.text) != nil else { return nil }
        }
        return numbers[0].equals("127") || numbers.allSatisfy { UInt8($0.text) == 0 }
    }

    /// Names that every hosts file has.
    private static let namesOfTheMachine: Set<String> = [
        "localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost", "ip6-loopback",
        "ip6-localnet", "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters", "ip6-allhosts", "0.0.0.0",
    ]
}

extension ArraySlice<UInt8> {
    /// The bytes as text.
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
    /// Whether the byte may stand in the name of a host; underscores are in use.
    var isHostCharacter: Bool {
        isDigit || lowercased &- 0x61 < 26 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }
}
