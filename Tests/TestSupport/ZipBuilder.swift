import CZlib

/// Writes zip archives (APPNOTE 6.3), honest and lying ones.
package struct ZipBuilder {
    private var file: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Makes an archive without members.
    package init() {}

    /// Adds a member, deflated or stored; `claimedLength` is what the directory says of its length.
    package mutating func add(
        _ name: String,
        _ bytes: [UInt8],
        deflated: Bool = false,
        claimedLength: Int? = nil
    ) {
        let data = deflated ? Self.deflate(bytes) : bytes
        let checksum = UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
        var header: [UInt8] = [20, 0, 0, 0, deflated ? 8 : 0, 0, 0, 0, 0x21, 0]
        header += Self.number(UInt32(checksum)) + Self.number(UInt32(data.count))
        header += Self.number(UInt32(claimedLength ?? bytes.count)) + [UInt8(name.utf8.count), 0, 0, 0]
        directory += [0x50, 0x4B, 1, 2, 20, 0] + header + [UInt8](repeating: 0, count: 10)
        directory += Self.number(UInt32(file.count)) + Array(name.utf8)
        file += [0x50, 0x4B, 3, 4] + header + Array(name.utf8) + data
        count += 1
    }

    /// Adds a member of text.
    package mutating func add(_ name: String, _ text: String, deflated: Bool = false) {
        add(name, Array(text.utf8), deflated: deflated)
    }

    /// The archive.
    package var bytes: [UInt8] {
        let count = [UInt8(self.count & 0xFF), UInt8(self.count >> 8)]
        return file + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
            + Self.number(UInt32(directory.count)) + Self.number(UInt32(file.count)) + [0, 0]
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The bytes as a deflate stream without header, as zip has it.
    private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var length = uLong(compressBound(uLong(bytes.count)))
        var output = [UInt8](repeating: 0, count: Int(length))
        _ = compress(&output, &length, bytes, uLong(bytes.count))
        // Two bytes of header and four of checksum are zlib's own (RFC 1950).
        return Array(output[2..<(Int(length) - 4)])
    }
}
