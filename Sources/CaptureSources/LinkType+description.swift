import CPcap

extension LinkType: CustomStringConvertible {
    /// The number and, where libpcap knows them, the name and what it means: `link type 195 (IEEE802_15_4, IEEE 802.15.4
    /// with FCS)`.
    @usableFromInline
    package var description: String {
        guard let name else { return "link type \(rawValue)" }
        return "link type \(rawValue) (\(name))"
    }

    private var name: String? {
        if (147...162).contains(rawValue) { return "USER\(rawValue - 147), private use" }
        guard let pcap = Libpcap.functions, let name = pcap.datalink_val_to_name(dataLinkType) else {
            return nil
        }
        let text = String(cString: name)
        guard let meaning = pcap.datalink_val_to_description(dataLinkType) else { return text }
        let words = String(cString: meaning)
        return words == text ? text : "\(text), \(words)"
    }

    /// Makes a link type from the number in libpcap's API.
    init(dataLinkType number: Int32) {
        switch number {
        case DLT_ATM_RFC1483: self = .classicalATM
        case DLT_RAW: self = .raw
        default: self.init(rawValue: UInt16(truncatingIfNeeded: number))
        }
    }

    /// The number in libpcap's API, which differs for a few from the one in files.
    var dataLinkType: Int32 {
        switch self {
        case .classicalATM: DLT_ATM_RFC1483
        case .raw: DLT_RAW
        default: Int32(rawValue)
        }
    }
}
