import Bytes

/// What one end announced in SETTINGS frames, as far as reading depends on it (RFC 9113 §6.5.2).
struct HTTP2Settings: Hashable, Sendable {
    /// Whether any SETTINGS frame of this end was seen.
    var wereSeen = false
    /// The greatest payload of a frame that this end accepts, in bytes: the greatest value of all that it
    /// announced.
    ///
    /// The capture does not show when the other end learns of a new value.
    var frameLimit = HTTP2FrameHeader.ordinaryPayload
    /// The greatest dynamic table that this end allows, in bytes: again the greatest value.
    var tableCapacity = HPACKTable.initialCapacity

    /// Applies one parameter.
    mutating func set(_ identifier: Int, to value: Int) {
        switch identifier {
        case 1: tableCapacity = max(tableCapacity, value)
        case 5: frameLimit = max(frameLimit, min(value, 1 << 24 - 1))
        default: break
        }
    }

    /// Applies the parameters of a payload, six bytes each; a rest at its end is ignored.
    mutating func read(_ payload: [UInt8]) {
        wereSeen = true
        var index = 0
        while index + 6 <= payload.count {
            let identifier = Int(payload[index]) << 8 | Int(payload[index + 1])
            let value = payload[(index + 2)..<(index + 6)].reduce(0) { $0 << 8 | Int($1) }
            set(identifier, to: value)
            index += 6
        }
    }

    /// Applies the value of an HTTP2-Settings field: a payload in base64url without padding (RFC 7540
    /// §3.2.1).
    mutating func read(base64URL text: ArraySlice<UInt8>) {
        var payload: [UInt8] = []
        var word = 0
        var bits = 0
        for byte in text {
            let digit: Int
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = Int(byte) - 0x41
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 0x61 + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 0x30 + 52
            case UInt8(ascii: "-"), UInt8(ascii: "+"): digit = 62
            case UInt8(ascii: "_"), UInt8(ascii: "/"): digit = 63
            default: continue
            }
            word = (word << 6 | digit) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                payload.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        read(payload)
    }
}
