import Foundation
import TestSupport
import Testing

/// Captured requests, as they are expected on the wire when they are sent again.
enum Replayed {
    /// A capture of the project.
    static func capture(_ name: String) throws -> CaptureFile {
        try #require(CaptureFolder.captures.first { $0.name == name }, "\(name)")
    }

    /// The bytes with another value in the Host field.
    static func bytes(_ bytes: [UInt8], host: String) throws -> [UInt8] {
        let data = Data(bytes)
        let name = try #require(
            data.range(of: Data("\r\nHost: ".utf8)) ?? data.range(of: Data("\r\nhost: ".utf8))
        )
        let end = try #require(data.range(of: Data("\r\n".utf8), in: name.upperBound..<data.endIndex))
        return Array(data[..<name.upperBound] + Data(host.utf8) + data[end.lowerBound...])
    }

    /// What the clients of a recording sent, a stream for each connection.
    static func streams(_ path: String) throws -> [[UInt8]] { try ClientStreams.read(path) ?? [] }

    /// A report.
    static func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}

extension SinkProcess {
    /// The URL of a path.
    func url(_ path: String = "", scheme: String = "http") -> String {
        "\(scheme)://127.0.0.1:\(port)\(path)"
    }
}
