/// Quotes arbitrary bytes as a word of a shell command line (POSIX, Shell Command Language §2.2).
package enum ShellWord {
    /// The bytes unchanged where none is special, else in single quotes.
    ///
    /// NUL, which no argument can hold, is left out.
    ///
    /// - Parameters:
    ///   - bytes: the word.
    ///   - always: whether a word without special characters is quoted, too.
    /// - Returns: the quoted word.
    package static func quoted(_ bytes: some Sequence<UInt8>, always: Bool = false) -> [UInt8] {
        let bytes = bytes.filter { $0 != 0 }
        if !always, !bytes.isEmpty, bytes.allSatisfy(isPlain) { return bytes }
        var word: [UInt8] = [UInt8(ascii: "'")]
        for byte in bytes {
            if byte == UInt8(ascii: "'") { word += Array("'\\''".utf8) } else { word.append(byte) }
        }
        return word + [UInt8(ascii: "'")]
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
