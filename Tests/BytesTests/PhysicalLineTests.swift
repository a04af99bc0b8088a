import Bytes
import Testing

struct PhysicalLineTests {
    private func line(_ text: String, from start: Int = 0, bareCREndsLines: Bool = false) -> PhysicalLine {
        PhysicalLine(in: Array(text.utf8).span, from: start, bareCREndsLines: bareCREndsLines)
    }

    @Test(arguments: [
        ("a\r\nb", 1, LineEnding.crlf, 3), ("a\nb", 1, .lf, 2), ("a\r\r\nb", 1, .crcrlf, 4),
        ("a\r\r\r\nb", 2, .crcrlf, 5), ("a\rb\r\n", 3, .crlf, 5), ("a\rb", 3, .none, 3), ("a\r", 2, .none, 2),
        ("\r\n", 0, .crlf, 2), ("\n", 0, .lf, 1), ("\r\r\n", 0, .crcrlf, 3), ("", 0, .none, 0),
    ])
    func `a line ends at CR LF, CR CR LF or LF`(text: String, textEnd: Int, ending: LineEnding, end: Int) {
        let line = line(text)
        #expect(line.textEnd == textEnd)
        #expect(line.ending == ending)
        #expect(line.end == end)
    }

    @Test(arguments: [
        ("a\rb", 1, LineEnding.cr, 2), ("a\r", 1, .cr, 2), ("a\r\nb", 1, .crlf, 3),
        ("a\r\r\nb", 1, .crcrlf, 4),
        ("a\r\r\r\nb", 1, .cr, 2), ("a\r\rb", 1, .cr, 2), ("a\nb", 1, .lf, 2),
    ])
    func `a lone CR ends a line where that is asked for`(
        text: String,
        textEnd: Int,
        ending: LineEnding,
        end: Int
    ) {
        let line = line(text, bareCREndsLines: true)
        #expect(line.textEnd == textEnd)
        #expect(line.ending == ending)
        #expect(line.end == end)
    }

    @Test func `a CR before the line's start does not belong to it`() {
        let line = line("a\r\nb", from: 2)
        #expect(line.ending == .lf)
        #expect(line.textEnd == 2)
    }

    @Test(arguments: [false, true])
    func `the lines of any bytes join to these bytes`(bareCREndsLines: Bool) {
        // All texts of six characters out of four: every neighbourhood of CR and LF occurs.
        for number in 0..<4096 {
            let bytes = (0..<6).map { [0x61, 0x0D, 0x0A, 0x20][number >> ($0 * 2) & 3] as UInt8 }
            var start = 0
            while start < bytes.count {
                let line = PhysicalLine(in: bytes.span, from: start, bareCREndsLines: bareCREndsLines)
                #expect(line.start == start)
                #expect(line.textEnd >= start)
                #expect(!bytes[start..<line.textEnd].contains(0x0A))
                guard line.end > start else {
                    Issue.record("no progress in \(bytes) at \(start)")
                    return
                }
                start = line.end
            }
            #expect(start == bytes.count)
        }
    }
}
