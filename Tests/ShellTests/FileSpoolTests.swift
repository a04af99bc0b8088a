import Reporting
import Testing

@testable import Shell

struct FileSpoolTests {
    @Test(arguments: [0, 1, 100, 10_000_000])
    func `what was written comes back in order`(_ memoryLimit: Int) {
        let spool = FileSpool(memoryLimit: memoryLimit)
        var expected = ""
        for number in 0..<20_000 {
            let text = "\(number) é漢🙂\n"
            expected += text
            spool.write(text)
        }
        let sink = StringSink()
        spool.replay(into: sink)
        #expect(sink.text == expected)
    }

    @Test func `an empty spool gives nothing`() {
        let sink = StringSink()
        FileSpool().replay(into: sink)
        #expect(sink.text.isEmpty)
    }
}
