import Foundation
import Testing

/// One capture on disk and the files beside it.
package struct CaptureFile: Sendable, CustomTestStringConvertible {
    /// The absolute path of the capture.
    package let path: String
    /// Its path below the folder it was found in, with its extension: `curl/plain.pcap`.
    package let name: String
    /// The absolute path of the truth file, which says what the client sent; `nil` where there is none.
    package let truthPath: String?
    /// The absolute path of the key log beside it; `nil` where there is none.
    package let keysPath: String?

    /// The name without its extension: `curl/plain`.
    package var stem: String { (name as NSString).deletingPathExtension }

    /// The file's extension in lowercase: `pcap`.
    package var format: String { (name as NSString).pathExtension.lowercased() }

    /// Whether it is a packet capture rather than a proxy's log.
    package var holdsPackets: Bool { format.hasPrefix("pcap") }

    /// The name that a test shows.
    package var testDescription: String { name }

    /// The capture's bytes.
    package func bytes() throws -> [UInt8] { try Checkout.bytes(of: path) }

    /// Reads the truth file; throws where there is none, or it has an unknown shape.
    package func truth() throws -> Truth {
        let path = try #require(truthPath, "no truth file beside \(name)")
        return try Truth(contentsOf: path)
    }
}
