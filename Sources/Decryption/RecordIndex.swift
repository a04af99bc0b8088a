import Bytes
package import Connections

/// Which TLS record brought a byte of a decrypted stream: asked for findings, while the connection is open.
///
/// It is shared by the one who decrypts and the one who locates findings, further down the same thread of work.
package final class RecordIndex {
    private struct Key: Hashable {
        var connection: Int
        var side: Side
    }

    private var maps: [Key: RunMap] = [:]

    /// Knows no stream.
    package init() {}

    /// The number of a record in the sender's stream, from 1; `nil` for streams that were not encrypted.
    ///
    /// - Parameters:
    ///   - offset: an offset in the decrypted stream; that after its last byte stands for the last byte.
    ///   - connection: the key of the connection.
    ///   - side: the sender.
    /// - Returns: the number.
    package func record(at offset: Int, on connection: Int, from side: Side) -> Int? {
        guard !maps.isEmpty, let map = maps[Key(connection: connection, side: side)] else { return nil }
        return map[min(offset, map.endOffset - 1)]
    }

    /// Adds the data of a record.
    func append(length: Int, record: Int, on connection: Int, from side: Side) {
        maps[Key(connection: connection, side: side), default: RunMap()].append(length: length, value: record)
    }

    /// Forgets a connection.
    func close(_ connection: Int) {
        guard !maps.isEmpty else { return }
        maps[Key(connection: connection, side: .initiator)] = nil
        maps[Key(connection: connection, side: .responder)] = nil
    }
}
