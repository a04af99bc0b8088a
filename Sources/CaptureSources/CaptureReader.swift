import Bytes

/// Reads packets from a source in any supported format.
package enum CaptureReader {
    /// Why a source cannot be read.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The source's bytes cannot be read.
        case source(ByteSource.Failure)
        /// The format is not recognised; `magic` are the first bytes.
        case unknownFormat(name: String, magic: [UInt8])
        /// The format is supported, but holds no packets: another reader reads it.
        case noPackets(name: String, format: CaptureFormat)
        /// The source is not a valid log of exchanges, although its first bytes look like one.
        case log(name: String, CaptureProblem)
        /// The filter does not compile for a link type of the capture.
        case filter(PacketFilter.Failure)

        /// The failure in one line.
        package var description: String {
            switch self {
            case .source(let failure): failure.description
            case .filter(let failure): failure.description
            case .log(let name, let problem):
                "\(name): \(problem.message)" + (problem.offset.map { " (file offset \($0))" } ?? "")
            case .unknownFormat(let name, let magic)
            where magic.starts(with: [0xFF, 0xFE]) || magic.starts(with: [0xFE, 0xFF]):
                "\(name): is text in UTF-16, as PowerShell's `>` writes it, and no capture (it begins with "
                    + "\(Self.evidence(magic)))"
            case .unknownFormat(let name, let magic):
                "\(name): is not in a known capture format (it begins with \(Self.evidence(magic)))"
            case .noPackets(let name, let format): "\(name): is \(format.title), which holds no packets"
            }
        }

        private static func evidence(_ magic: [UInt8]) -> String {
            let hex = magic.prefix(8).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            return "\(hex.joined(separator: " ")), \"\(PrintableText.text(magic.prefix(8)))\""
        }
    }

    /// Recognizes the format of a source by its first bytes, which are not consumed.
    package static func format(of source: inout ByteSource) throws(Failure) -> CaptureFormat {
        let first: [UInt8]
        do throws(ByteSource.Failure) {
            // A capture that is being recorded may have no more than its first bytes yet.
            if let format = CaptureFormat(packetMagic: try source.peek(4)) { return format }
            first = try source.peek(CaptureFormat.sniffLength)
        } catch {
            throw .source(error)
        }
        guard let format = CaptureFormat(sniffing: first) else {
            throw .unknownFormat(name: source.name, magic: Array(first.prefix(16)))
        }
        return format
    }

    /// Reads a capture of packets from its first byte to its last.
    ///
    /// - Parameters:
    ///   - source: the capture's bytes.
    ///   - format: the format, where it is known; otherwise it is recognized by the first bytes.
    ///   - filter: the packets to pass on; frames are numbered before filtering.
    ///   - limits: what to treat as damage.
    ///   - handler: receives the packets and the capture's faults.
    /// - Returns: the summary of the capture.
    /// - Throws: ``Failure`` where the source is not a packet capture; damage is reported to the handler, not
    ///   thrown.
    package static func read(
        _ source: inout ByteSource,
        format: CaptureFormat? = nil,
        filter: PacketFilter? = nil,
        limits: CaptureLimits = CaptureLimits(),
        into handler: inout some PacketHandler
    ) throws(Failure) -> CaptureSummary {
        let sniffed: CaptureFormat
        if let format { sniffed = format } else { sniffed = try self.format(of: &source) }
        var emitter: PacketEmitter
        switch sniffed {
        case .pcap:
            var reader = PcapReader(filter: filter, limits: limits)
            try drain(&source) {
                reader.push($0, into: &handler)
                return reader.isStopped || reader.emitter.filterFailure != nil || handler.isFinished
            }
            reader.finish(into: &handler)
            emitter = reader.emitter
        case .pcapng:
            var reader = PcapNGReader(filter: filter, limits: limits)
            try drain(&source) {
                reader.push($0, into: &handler)
                return reader.isStopped || reader.emitter.filterFailure != nil || handler.isFinished
            }
            reader.finish(into: &handler)
            emitter = reader.emitter
        default:
            throw .noPackets(name: source.name, format: sniffed)
        }
        if let failure = emitter.filterFailure { throw .filter(failure) }
        if let problem = source.problem { emitter.problem(problem, to: &handler) }
        return CaptureSummary(
            format: sniffed,
            packetCount: emitter.frameCount,
            passedPacketCount: emitter.passedCount,
            problems: emitter.problems
        )
    }

    private static func drain(
        _ source: inout ByteSource,
        _ push: (RawSpan) -> Bool
    ) throws(Failure) {
        do throws(ByteSource.Failure) {
            while let isDone = try source.next(push) {
                if isDone { return }
            }
        } catch {
            throw .source(error)
        }
    }
}
