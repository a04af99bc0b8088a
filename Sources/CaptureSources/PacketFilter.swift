import CPcap

/// A packet filter in libpcap's language (`pcap-filter(7)`), compiled once for each link type.
///
/// libpcap's compiler and virtual machine are used; no device is opened.
package final class PacketFilter {
    /// What is wrong with a filter.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The filter.
        package var expression: String
        /// The link type that it was compiled for.
        package var linkType: LinkType
        /// libpcap's message.
        package var reason: String

        /// The failure in one line.
        package var description: String {
            "filter '\(expression)' cannot be compiled for \(linkType): \(reason)"
        }
    }

    /// A program of libpcap's virtual machine, freed with it.
    private final class Program {
        let linkType: LinkType
        private let pcap: pcap_functions
        private let program: UnsafeMutablePointer<bpf_program>

        // If this throws, `deinit` frees the program, which is still empty.
        init(_ expression: String, for linkType: LinkType) throws(Failure) {
            guard let pcap = Libpcap.functions else {
                throw Failure(expression: expression, linkType: linkType, reason: Libpcap.missing)
            }
            self.pcap = pcap
            self.linkType = linkType
            program = .allocate(capacity: 1)
            program.initialize(to: bpf_program())
            guard let capture = pcap.open_dead(linkType.dataLinkType, 262_144) else {
                throw Failure(expression: expression, linkType: linkType, reason: "out of memory")
            }
            defer { pcap.close(capture) }
            // The netmask is unknown (PCAP_NETMASK_UNKNOWN).
            guard pcap.compile(capture, program, expression, 1, 0xFFFF_FFFF) == 0 else {
                let reason = pcap.geterr(capture).map { String(cString: $0) } ?? "no reason given"
                throw Failure(expression: expression, linkType: linkType, reason: reason)
            }
        }

        deinit {
            pcap.freecode(program)
            program.deallocate()
        }

        func passes(_ header: PacketHeader, _ bytes: RawSpan) -> Bool {
            var packet = pcap_pkthdr()
            packet.caplen = UInt32(clamping: bytes.byteCount)
            packet.len = UInt32(clamping: header.originalLength)
            // The pointer is used only during the call, and the virtual machine checks each load against
            // `caplen`.
            return bytes.withUnsafeBytes { buffer in
                guard let start = buffer.baseAddress else { return false }
                let first = start.assumingMemoryBound(to: UInt8.self)
                return pcap.offline_filter(program, &packet, first) != 0
            }
        }
    }

    /// The filter's text.
    package let expression: String
    private var programs: [Program]

    /// Compiles a filter for Ethernet; for other link types it is compiled at the first packet.
    package init(_ expression: String) throws(Failure) {
        self.expression = expression
        programs = [try Program(expression, for: .ethernet)]
    }

    /// Whether a packet matches.
    func passes(_ header: PacketHeader, _ bytes: RawSpan) throws(Failure) -> Bool {
        if let program = programs.first(where: { $0.linkType == header.linkType }) {
            return program.passes(header, bytes)
        }
        let program = try Program(expression, for: header.linkType)
        programs.append(program)
        return program.passes(header, bytes)
    }
}
