import CaptureSources
import Exchanges
import Forms
import Inspection
import Pipeline
import TestSupport
import Testing

/// Captures that other projects publish.
struct CorporaTests {
    @Test(.needs(.corpora), arguments: CorpusCount.all)
    func `requests and parts are those that tshark counts, or it is known who is right`(
        _ count: CorpusCount
    ) throws {
        let path = try #require(Corpora.corpora.path) + "/" + count.name
        var collected = CollectedCapture()
        do {
            collected = try CollectedCapture.read(path)
        } catch let failure as InputFailure {
            #expect(failure.reason.contains("link type"), "only what the packets are in may be unknown")
        }
        let requests = collected.exchanges.compactMap(\.exchange.request)
        let parts = collected.uploads.reduce(0) { $0 + ($1.form?.parts.count ?? 0) }
        #expect(requests.count == count.difference?.requests ?? count.requests)
        #expect(parts == count.difference?.parts ?? count.parts)
        guard let difference = count.difference else { return }
        #expect((difference.requests, difference.parts) != (count.requests, count.parts))
        if difference.requests > count.requests {
            #expect(requests.contains { $0.head.startLine == difference.bytes }, "\(difference.reason)")
        } else {
            #expect(try Self.content(of: path).contains(difference.bytes), "\(difference.reason)")
        }
    }

    @Test(.needs(.corpora))
    func `the table has every capture of packets`() {
        let counted = Set(CorpusCount.all.map(\.name))
        let captures = Corpora.corpora.files.map(\.name).filter { $0.contains(".pcap") }
        #expect(counted.isSuperset(of: captures))
        #expect(captures.count > 100)
    }

    @Test(
        .needs(.corpora),
        arguments: Corpora.corpora.path.map(Checkout.files(below:)) ?? []
    )
    func `any file at all is read, or refused in one line that names it`(_ name: String) throws {
        let path = try #require(Corpora.corpora.path) + "/" + name
        do {
            let collected = try CollectedCapture.read(path)
            #expect(collected.capture?.exchanges == collected.exchanges.count)
        } catch let failure as InputFailure {
            let line = failure.description
            #expect(line.hasPrefix(path + ": "))
            #expect(!failure.reason.isEmpty && !failure.reason.hasPrefix(path))
            #expect(!line.contains { $0.isNewline })
        }
    }

    /// The bytes of a file, inflated.
    private static func content(of path: String) throws -> [UInt8] {
        var source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.next({ block in block.withUnsafeBytes { bytes.append(contentsOf: $0) } }) != nil {}
        return bytes
    }
}
