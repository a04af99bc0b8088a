import Bytes
import CPcap

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A capture from an interface through libpcap.
package final class DeviceCapture: PacketSource {
    /// How an interface is opened.
    package struct Options: Hashable, Sendable {
        /// The capture filter in libpcap's language; `nil` for none.
        package var filter: String?
        /// Whether packets for other hosts are captured too.
        package var isPromiscuous = false
        /// The size in bytes of the kernel's buffer, in which packets wait to be read: libpcap's own 2 MiB are filled in
        /// 20 ms by an upload over a gigabit network.
        package var bufferSize = 16 << 20

        /// Makes the default options.
        package init() {}
    }

    /// The greatest number of bytes of a packet that are captured: whole packets, also those that a network card joined.
    fileprivate static let snapLength = 262_144
    /// How long the kernel gathers packets before it hands them on, in milliseconds.
    fileprivate static let gatherTime: Int32 = 50
    /// The number of packets that are passed on before the caller can look after other things.
    private static let batch = 4_096

    /// What is captured from.
    package let interface: CapturedInterface

    private let device: OpenDevice
    private let descriptor: Int32
    private var frame = 0
    private var counted = DropCounts()
    private var lastCounts = pcap_stat()

    /// Opens an interface.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - options: how it is opened.
    /// - Throws: where it cannot be opened, or the filter cannot be compiled for its link type.
    package init(on name: String, _ options: Options) throws(CaptureDeviceFailure) {
        guard let pcap = Libpcap.functions else { throw .unusable(name: name, reason: Libpcap.missing) }
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = pcap.create(name, &message) else {
            throw .unusable(name: name, reason: CaptureMessage.text(message))
        }
        device = OpenDevice(pcap: pcap, handle: handle)
        do throws(CaptureDeviceFailure) {
            try device.activate(name, options)
            if let filter = options.filter { try device.apply(filter) }
            guard pcap.setnonblock(handle, 1, &message) == 0 else {
                throw .unusable(name: name, reason: CaptureMessage.text(message))
            }
        } catch {
            pcap.close(handle)
            throw error
        }
        descriptor = pcap.get_selectable_fd(handle)
        interface = CapturedInterface(
            name: name,
            description: (try? CaptureDevice.list())?.first { $0.name == name }?.description,
            linkType: LinkType(dataLinkType: pcap.datalink(handle)),
            snapLength: Int(pcap.snapshot(handle)),
            hasNanoseconds: pcap.get_tstamp_precision(handle) == PCAP_TSTAMP_PRECISION_NANO,
            filter: options.filter
        )
    }

    deinit { device.pcap.close(device.handle) }

    /// The counts since the interface was opened; `nil` where the system does not give them.
    package var drops: DropCounts? {
        var now = pcap_stat()
        guard device.pcap.stats(device.handle, &now) == 0 else { return nil }
        // libpcap counts in 32 bits.
        counted.received += Int(now.ps_recv &- lastCounts.ps_recv)
        counted.byKernel += Int(now.ps_drop &- lastCounts.ps_drop)
        counted.byInterface += Int(now.ps_ifdrop &- lastCounts.ps_ifdrop)
        lastCounts = now
        return counted
    }

    /// Passes on the packets that are there, as ``PacketSource`` says.
    package func read(
        waiting milliseconds: Int,
        _ take: (PacketHeader, RawSpan) -> Bool
    ) throws(CaptureDeviceFailure) -> Bool {
        var mayWait = true
        var count = 0
        while count < Self.batch {
            var header: UnsafeMutablePointer<pcap_pkthdr>?
            var bytes: UnsafePointer<UInt8>?
            switch device.pcap.next_ex(device.handle, &header, &bytes) {
            case 1:
                guard let header = header?.pointee, let bytes else { continue }
                count += 1
                // libpcap's buffer stays as it is until the next call.
                let packet = UnsafeRawBufferPointer(start: bytes, count: Int(header.caplen)).bytes
                guard take(numbered(header), packet) else { return true }
            case 0:
                guard count == 0, mayWait else { return true }
                mayWait = false
                wait(milliseconds)
            case PCAP_ERROR_BREAK: return false
            default:
                let reason = CaptureMessage.lowercased(device.lastError)
                throw .brokenOff(name: interface.name, reason: reason)
            }
        }
        return true
    }

    private func numbered(_ header: pcap_pkthdr) -> PacketHeader {
        frame += 1
        let fraction = Int64(header.ts.tv_usec) * (interface.hasNanoseconds ? 1 : 1_000)
        return PacketHeader(
            frame: frame,
            time: Timestamp(nanoseconds: Int64(header.ts.tv_sec) * 1_000_000_000 + fraction),
            capturedLength: Int(header.caplen),
            originalLength: Int(header.len),
            linkType: interface.linkType
        )
    }

    /// Waits until packets are there, or a signal comes.
    private func wait(_ milliseconds: Int) {
        // An interface without a descriptor to wait for is asked again after the time.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, descriptor < 0 ? 0 : 1, Int32(clamping: milliseconds))
    }
}

/// An interface that libpcap has open.
private struct OpenDevice {
    let pcap: pcap_functions
    let handle: OpaquePointer

    /// The message of the call that failed last.
    var lastError: String { pcap.geterr(handle).map { String(cString: $0) } ?? "" }

    /// Activates it.
    func activate(_ name: String, _ options: DeviceCapture.Options) throws(CaptureDeviceFailure) {
        _ = pcap.set_snaplen(handle, Int32(DeviceCapture.snapLength))
        _ = pcap.set_promisc(handle, options.isPromiscuous ? 1 : 0)
        _ = pcap.set_timeout(handle, DeviceCapture.gatherTime)
        _ = pcap.set_buffer_size(handle, Int32(clamping: options.bufferSize))
        // Refused by systems that have microseconds only.
        _ = pcap.set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
        let status = pcap.activate(handle)
        // Positive numbers are warnings, as where an interface has no promiscuous mode.
        guard status < 0 else { return }
        let reason = reason(for: status)
        let known = (try? CaptureDevice.list())?.map(\.name) ?? []
        let isUnknown = !known.contains(name)
        switch status {
        // The system looks at the right first: for an interface that there is not, it does not help.
        case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
            throw isUnknown && !known.isEmpty
                ? .unknownDevice(name: name, known: known) : .notPermitted(name: name, reason: reason)
        case PCAP_ERROR_NO_SUCH_DEVICE where isUnknown: throw .unknownDevice(name: name, known: known)
        default: throw .unusable(name: name, reason: reason)
        }
    }

    /// Sets the capture filter.
    func apply(_ filter: String) throws(CaptureDeviceFailure) {
        let linkType = LinkType(dataLinkType: pcap.datalink(handle))
        var program = bpf_program()
        // The netmask is unknown (PCAP_NETMASK_UNKNOWN).
        guard pcap.compile(handle, &program, filter, 1, 0xFFFF_FFFF) == 0 else {
            let reason = lastError
            throw .filter(PacketFilter.Failure(expression: filter, linkType: linkType, reason: reason))
        }
        defer { pcap.freecode(&program) }
        guard pcap.setfilter(handle, &program) == 0 else {
            let reason = lastError
            throw .filter(PacketFilter.Failure(expression: filter, linkType: linkType, reason: reason))
        }
    }

    /// What a status means, with what libpcap adds to it.
    private func reason(for status: Int32) -> String {
        let detail = lastError
        guard status != PCAP_ERROR else { return detail }
        let meaning = pcap.statustostr(status).map { CaptureMessage.lowercased(String(cString: $0)) }
        guard let meaning else { return detail.isEmpty ? "error \(status)" : detail }
        return detail.isEmpty || CaptureMessage.lowercased(detail) == meaning
            ? meaning : "\(meaning) (\(detail))"
    }
}
