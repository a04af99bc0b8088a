#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A charset in which names and filenames that are not UTF-8 are written.
package enum LabelCharset: String, CaseIterable, Sendable {
    /// Western European.
    case latin1 = "iso-8859-1"
    /// Central European.
    case latin2 = "iso-8859-2"
    /// Western European on Windows.
    case windows1252 = "windows-1252"
    /// Central European on Windows.
    case windows1250 = "windows-1250"
    /// Cyrillic on Windows.
    case windows1251 = "windows-1251"
    /// Japanese on Windows.
    case shiftJIS = "shift_jis"
    /// Japanese on Unix.
    case eucJP = "euc-jp"

    /// The text as UTF-8; `nil` where the bytes are not valid in the charset.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", rawValue), Int(bitPattern: converter) != -1 else {
            return nil
        }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No byte of these charsets takes more than three in UTF-8.
        var output = [CChar](repeating: 0, count: 3 * bytes.count)
        var unread = input.count
        var room = output.count
        let isConverted = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &from, &unread, &to, &room) != -1
            }
        }
        guard isConverted, unread == 0 else { return nil }
        return output.prefix(output.count - room).map { UInt8(bitPattern: $0) }
    }

    /// The charset that bytes which are not UTF-8 are surely written in; `nil` where several would fit.
    ///
    /// Latin-1 has letters beyond ASCII one by one between others, at most two lowercase ones in a row; the writing
    /// of other charsets has longer runs of such bytes, or bytes that are not letters in Latin-1.
    static func evident(in bytes: [UInt8]) -> LabelCharset? {
        let isLetter = { (byte: UInt8) in byte >= 0xC0 && byte != 0xD7 && byte != 0xF7 }
        var run: [UInt8] = []
        for byte in bytes + [0] {
            if byte >= 0x80 {
                guard isLetter(byte) else { return nil }
                run.append(byte)
            } else {
                guard run.count < 2 || run.count == 2 && run.allSatisfy({ $0 >= 0xDF }) else { return nil }
                run = []
            }
        }
        return .latin1
    }
}
