package import Bytes

/// An interface of a pcapng section, from its Interface Description Block.
///
/// (draft-ietf-opsawg-pcapng §4.2.)
package struct InterfaceDescription: Hashable, Sendable {
    /// The unit of the interface's timestamps.
    package enum TimeUnit: Hashable, Sendable {
        /// 10 to the power of minus the given number of seconds.
        case decimal(UInt8)
        /// 2 to the power of minus the given number of seconds.
        case binary(UInt8)
    }

    /// The type of the packets' outermost header.
    package var linkType: LinkType
    /// The greatest captured length of a packet; 0 for no limit.
    package var snapLength: Int
    /// The unit of its timestamps (`if_tsresol`); microseconds by default.
    package var timeUnit = TimeUnit.decimal(6)
    /// The offset of its timestamps, in seconds (`if_tsoffset`).
    package var timeOffset: Int64 = 0

    /// Makes an interface without options.
    package init(linkType: LinkType, snapLength: Int) {
        self.linkType = linkType
        self.snapLength = snapLength
    }

    /// Parses the body of a block; `nil` where it is shorter than its fixed part.
    init?(_ body: RawSpan, bigEndian: Bool) {
        guard body.byteCount >= 8 else { return nil }
        self.init(
            linkType: LinkType(rawValue: body.uint16(at: 0, bigEndian: bigEndian)),
            snapLength: Int(body.uint32(at: 4, bigEndian: bigEndian))
        )
        var options = BlockOptions(at: 8, bigEndian: bigEndian)
        while let option = options.next(in: body) {
            switch option.code {
            case PcapNGWriter.Option.resolution where !option.value.isEmpty:
                let resolution = body.byte(at: option.value.lowerBound)
                timeUnit = resolution & 0x80 == 0 ? .decimal(resolution) : .binary(resolution & 0x7F)
            case 14 where option.value.count >= 8:
                let bits = body.uint64(at: option.value.lowerBound)
                timeOffset = Int64(bitPattern: bigEndian ? bits : bits.byteSwapped)
            default: break
            }
        }
    }

    /// The timestamp for a number of units; `nil` where nanoseconds since 1970 cannot represent it.
    package func timestamp(_ ticks: UInt64) -> Timestamp? {
        let nanoseconds: UInt64
        switch timeUnit {
        case .decimal(let power) where power <= 9:
            let (product, overflow) = ticks.multipliedReportingOverflow(by: Self.power(9 - power))
            if overflow { return nil }
            nanoseconds = product
        case .decimal(let power):
            nanoseconds = power - 9 > 19 ? 0 : ticks / Self.power(power - 9)
        case .binary(let power):
            let product = ticks.multipliedFullWidth(by: 1_000_000_000)
            if power >= 64 {
                nanoseconds = product.high >> UInt64(power - 64)
            } else {
                guard product.high >> UInt64(power) == 0 else { return nil }
                let upper = power == 0 ? 0 : product.high << UInt64(64 - power)
                nanoseconds = product.low >> UInt64(power) | upper
            }
        }
        let offset = timeOffset.multipliedReportingOverflow(by: 1_000_000_000)
        guard !offset.overflow, let positive = Int64(exactly: nanoseconds) else { return nil }
        let sum = positive.addingReportingOverflow(offset.partialValue)
        return sum.overflow ? nil : Timestamp(nanoseconds: sum.partialValue)
    }

    /// 10 to a power from 0 to 19.
    private static func power(_ exponent: UInt8) -> UInt64 {
        (0..<exponent).reduce(1) { product, _ in product * 10 }
    }
}
