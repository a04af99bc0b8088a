import Bytes
import Inspection

/// Names of fields that were meant as another, such as `Content_Length` or `ContentType`.
package enum MisspeltField {
    /// Whether a name has the letters of Content-Length, whatever stands between them.
    package static func isContentLength(_ name: ArraySlice<UInt8>) -> Bool {
        letters(of: name).equalsIgnoringCase("contentlength")
    }

    /// Whether a name has the letters of Content-Type and is another one.
    static func isContentType(_ name: ArraySlice<UInt8>) -> Bool {
        letters(of: name).equalsIgnoringCase("contenttype") && !name.equalsIgnoringCase("content-type")
    }

    private static func letters(of name: ArraySlice<UInt8>) -> [UInt8] {
        name.filter { ($0 | 0x20) &- 0x61 < 26 }
    }
}
