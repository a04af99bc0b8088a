import Bytes

/// A field that was meant as Content-Length, such as `Content_Length` or `ContentLength`.
package enum MisspeltLength {
    /// Whether a name has the letters of that one, whatever stands between them.
    package static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
        name.filter { ($0 | 0x20) &- 0x61 < 26 }.equalsIgnoringCase("contentlength")
    }
}
