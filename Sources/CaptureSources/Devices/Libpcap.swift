import CPcap

/// libpcap, which is loaded when it is first used.
enum Libpcap {
    /// The reason that is given where it cannot be loaded.
    static let missing = "libpcap is not installed"

    /// Its functions; `nil` where it cannot be loaded.
    static var functions: pcap_functions? { pcap_load()?.pointee }
}
