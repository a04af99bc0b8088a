import Foundation
import Testing

/// One capture on disk and what lies beside it.
package struct CaptureFile: Sendable, CustomTestStringConvertible {
    /// The absolute path of the capture.
    package let path: String
    /// Its path below the folder it was found in, with its extension: `curl/plain.pcap`.
    package let name: String
    /// The absolute path of the file that says what the client sent; `nil` where there is none.
    package let truthPath: String?
    /// The absolute path of the key log beside it; `nil` where there is none.
    package let keysPath: String?

    /// The name without its extension: `curl/plain`.
    package var stem: String { (name as NSString).deletingPathExtension }

    /// The file's extension in small letters: `pcap`.
    package var format: String { (name as NSString).pathExtension.lowercased() }

    /// Whether it is a capture of packets, and not a proxy's log.
    package var holdsPackets: Bool { format.hasPrefix("pcap") }

    /// What a test shows of it.
    package var testDescription: String { name }

    /// The capture's bytes.
    package func bytes() throws -> [UInt8] { try Checkout.bytes(of: path) }

    /// What the client sent; throws where there is no truth file, or not one of the known shape.
    package func truth() throws -> Truth {
        let path = try #require(truthPath, "no truth file beside \(name)")
        return try Truth(contentsOf: path)
    }
}
