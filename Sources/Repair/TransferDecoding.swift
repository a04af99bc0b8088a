import Bytes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Removes a Content-Transfer-Encoding, which RFC 7578 §4.7 deprecates and no server decodes.
enum TransferDecoding {
    /// Decodes content.
    ///
    /// - Parameters:
    ///   - bytes: the content as sent.
    ///   - coding: the value of the field, in any case.
    /// - Returns: the content; `nil` where the coding is not known, or the content is not valid in it.
    static func decode(_ bytes: [UInt8], _ coding: ArraySlice<UInt8>) -> [UInt8]? {
        if coding.equalsIgnoringCase("base64") {
            return Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
        }
        return coding.equalsIgnoringCase("quoted-printable") ? quotedPrintable(bytes) : nil
    }

    /// Decodes `=C3` and removes soft line breaks (RFC 2045 §6.7).
    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                result.append(byte)
                continue
            }
            if let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
                result.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                let line = rest.drop(while: \.isBlank)
                guard let lineFeed = line.firstIndex(of: 0x0A), line[..<lineFeed].allSatisfy({ $0 == 0x0D })
                else { return nil }
                rest = rest[(lineFeed + 1)...]
            }
        }
        return result
    }
}
