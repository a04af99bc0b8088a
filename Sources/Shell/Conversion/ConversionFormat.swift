import ArgumentParser
import Bytes

/// A format that captures are converted to.
package enum ConversionFormat: String, NamedChoice {
    /// An HTTP Archive, version 1.2.
    case har
    /// Packets of plain TCP.
    case pcapng
    /// Raw messages of HTTP/1.1.
    case http
    /// A script that repeats the requests.
    case curl

    /// The format for the extension of a filename; `nil` for other extensions.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(ofScalar: ".") else { return nil }
        let ending = String(fileName.unicodeScalars[dot...].dropFirst()).lowercased()
        if ending == "sh" {
            self = .curl
        } else {
            self.init(rawValue: ending)
        }
    }
}
