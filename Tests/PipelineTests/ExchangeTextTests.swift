import Bytes
import Exchanges
import Inspection
import InspectionRules
import TestSupport
import Testing

@testable import Pipeline

/// Exchanges that wait for earlier ones by a text that is made of them before their turn.
struct ExchangeTextTests {
    /// A capture of an upload, and of another after it on a second connection, the answer to which comes first.
    private static func crossing(_ first: String, _ answer: String) -> [UInt8] {
        let upload = PagedUpload.upload()
        let before = PagedUpload.connection([upload, PagedUpload.done], port: 20_000)
        let begun = PagedUpload.connection([first], port: 20_001, closes: false)
        let whole = PagedUpload.connection([first, answer], port: 20_001)
        let overtaking = PagedUpload.connection([upload, PagedUpload.done], port: 20_002)
        return before + begun.dropFirst(24) + overtaking.dropFirst(24) + whole.dropFirst(begun.count)
    }

    private static func options(threads: Int) -> InspectionOptions {
        var options = InspectionOptions(.standard)
        options.threads = threads
        options.spread.fileBytes = 0
        return options
    }

    @Test(arguments: CaptureFolder.captures.filter(\.holdsPackets), [1, 3])
    func `a capture reads the same with texts made early and without`(_ capture: CaptureFile, _ threads: Int)
        throws
    {
        let options = Self.options(threads: threads)
        var early = DescribedExchanges(makesTexts: true)
        #expect(
            try early.read(capture.path, options)
                == DescribedExchanges.read(capture.path, options, counting: nil)
        )
    }

    @Test(arguments: [1, 3])
    func `an upload that overtakes an earlier one waits as its text`(_ threads: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            Self.crossing(PagedUpload.upload(), PagedUpload.done),
            to: "crossing.pcap"
        )
        let options = Self.options(threads: threads)
        var early = DescribedExchanges(makesTexts: true)
        let lines = try early.read(path, options)
        #expect(lines == (try DescribedExchanges.read(path, options, counting: nil)))
        #expect(lines.prefix(3).map { $0.prefix(6) } == ["1, /up", "2, /up", "3, /up"])
        #expect(early.texts == (taken: 1, repeated: 0, restarts: 0))
    }

    @Test(arguments: [1, 3])
    func `a text that was made before a page of a lower number came is void`(_ threads: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            Self.crossing(PagedUpload.request, PagedUpload.response),
            to: "late-page.pcap"
        )
        let options = Self.options(threads: threads)
        var early = DescribedExchanges(makesTexts: true)
        let lines = try early.read(path, options)
        #expect(lines == (try DescribedExchanges.read(path, options, counting: nil)))
        #expect(lines[2].hasPrefix("3, /up") && lines[2].hasSuffix("from page 2"))
        #expect(early.texts == (taken: 0, repeated: 2, restarts: 1))
    }
}
