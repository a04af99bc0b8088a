import Inspection
import TestSupport
import Testing

/// Uploads of genuine clients: what is said of them is known, and nothing else is said.
struct GenuineTests {
    private static let project = CaptureFolder.captures.filter(isGenuine)
    private static let recorded = Corpora.captures.files.filter { $0.isPlainCapture && isGenuine($0) }

    private static func isGenuine(_ capture: CaptureFile) -> Bool {
        // The page of the last one lets no file leave, whatever its client does.
        let others = ["faulty", "mangled", "chromium/page-urlencoded"]
        return capture.holdsPackets && !others.contains { capture.name.hasPrefix($0) }
    }

    @Test(arguments: project)
    func `a client in the project gets no warning but those it is known for`(_ capture: CaptureFile) throws {
        try expectKnown(capture)
    }

    @Test(.needs(.captures), arguments: recorded)
    func `a recorded client gets no warning but those it is known for`(_ capture: CaptureFile) throws {
        try expectKnown(capture)
    }

    @Test(.needs(.captures))
    func `every oddity names captures that exist`() {
        let ids = Self.recorded.map(ClientOddity.id(of:))
        for pattern in Set(ClientOddity.all.flatMap(\.captures)) {
            #expect(ids.contains { ClientOddity.matches(pattern, $0) }, "\(pattern)")
        }
    }

    private func expectKnown(_ capture: CaptureFile) throws {
        let collected = try CollectedCapture.read(capture.path)
        let isCut = collected.rules(.note).contains("capture/stream-gap")
        #expect(isCut || !collected.uploads.isEmpty)
        let known = ClientOddity.known(of: capture)
        #expect(collected.rules(.error) == Set(known.filter { $0.severity == .error }.map(\.rule)))
        #expect(collected.rules(.warning) == Set(known.filter { $0.severity == .warning }.map(\.rule)))
    }
}

extension CaptureFile {
    /// Whether it is a packet capture, in which uploads can be read with the keys beside it where it is encrypted.
    var isPlainCapture: Bool { format.hasPrefix("pcap") }
}
