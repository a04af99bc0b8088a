import Bytes
import Exchanges
import Inspection
import InspectionRules
import TestSupport
import Testing

@testable import Pipeline

/// Uploads that are counted in place of being handed on.
struct ExchangeCountingTests {
    /// Reads a capture by one thread.
    private func read(_ path: String, counting counts: Bool, below limit: Severity = .note) throws -> [String]
    {
        var options = InspectionOptions(.standard)
        options.countsUploadsBelow = counts ? limit : nil
        return try DescribedExchanges.read(path, options, counting: limit)
    }

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets), Severity.allCases)
    func `a capture reads the same with its quiet uploads counted and handed on`(
        _ capture: CaptureFile,
        _ limit: Severity
    ) throws {
        let counted = try read(capture.path, counting: true, below: limit)
        #expect(try counted == read(capture.path, counting: false, below: limit))
    }

    @Test func `an upload with nothing but notes is counted with them where notes are not reported`() throws {
        let messages = [PagedUpload.upload("frontier"), PagedUpload.done]
        let folder = try TemporaryFolder()
        let path = try folder.write(PagedUpload.connection(messages, port: 20_000), to: "note.pcap")
        let notes = try read(path, counting: true, below: .note)
        #expect(notes[0].hasPrefix("1, /up") && notes[0].contains("boundary/weak"))
        #expect(try read(path, counting: true, below: .warning).first == "[1, 1, 73, 1, 1]")
    }

    @Test func `an upload that was counted before a page of a lower number came is joined with that page`()
        throws
    {
        let begun = PagedUpload.connection([PagedUpload.request], port: 20_000, closes: false)
        let whole = PagedUpload.connection([PagedUpload.request, PagedUpload.response], port: 20_000)
        let uploaded = PagedUpload.connection([PagedUpload.upload(), PagedUpload.done], port: 20_001)
        // The page is asked for before the upload, and comes after it.
        let bytes = begun + uploaded.dropFirst(24) + whole.dropFirst(begun.count)
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "late-page.pcap")
        let counted = try read(path, counting: true)
        #expect(counted == (try read(path, counting: false)))
        #expect(counted[1].hasPrefix("2, /up") && counted[1].hasSuffix("from page 1"))
    }

    @Test func `uploads after a page are handed on, and those before it are counted`() throws {
        let before = PagedUpload.connection([PagedUpload.upload(), PagedUpload.done], port: 20_000)
        let page = PagedUpload.connection([PagedUpload.request, PagedUpload.response], port: 20_001)
        let after = PagedUpload.connection([PagedUpload.upload(), PagedUpload.done], port: 20_002)
        let folder = try TemporaryFolder()
        let path = try folder.write(before + page.dropFirst(24) + after.dropFirst(24), to: "page.pcap")
        let counted = try read(path, counting: true)
        #expect(counted == (try read(path, counting: false)))
        #expect(counted[0].hasPrefix("2, /form") && counted[1].hasPrefix("3, /up"))
        #expect(counted[2] == "[1, 1, 121, 0, 0]")
    }

    @Test
    func
        `what was handed on before a capture is read again is handed on once, in whatever order it comes then`()
        throws
    {
        let taken = TakenNumbers()
        let once = OnceSink(to: taken, countingBelow: nil)
        for number in 1...3 { once.inspected(Self.exchange(number)) }
        once.restart()
        for number in [1, 2, 3, 7, 5, 6, 4] { once.inspected(Self.exchange(number)) }
        #expect(taken.numbers == [1, 2, 3, 7, 5, 6, 4])
    }

    private static func exchange(_ number: Int) -> InspectedExchange {
        let exchange = Exchange(connection: 1, client: nil, server: nil)
        return InspectedExchange(number: number, capture: 0, exchange: exchange, form: nil, findings: [])
    }
}

/// Takes the numbers of exchanges.
private final class TakenNumbers: InspectionSink {
    var numbers: [Int] = []

    func inspected(_ exchange: consuming InspectedExchange) { numbers.append(exchange.number) }
    func counted(_ uploads: CountedUploads) {}
    func content(exchange: Int, part: Int, _ bytes: RawSpan) {}
    func requestEnded(_ exchange: InspectedExchange) {}
}
