import Exchanges

/// A place on an HTTP/2 connection.
package struct HTTP2Place: Hashable, Sendable {
    /// The number of the stream.
    package var stream: Int
    /// The number of the DATA frame among those of the request, from 1; `nil` for the head.
    package var dataFrame: Int?

    /// Makes a place.
    package init(stream: Int, dataFrame: Int?) {
        self.stream = stream
        self.dataFrame = dataFrame
    }
}

/// A finding with the frame that carried its first byte and the bytes around it.
package struct LocatedFinding: Sendable {
    /// The finding.
    package var finding: Finding
    /// The frame, from 1, as Wireshark numbers it; `nil` where the source has no frames.
    package var frame: Int?
    /// The TLS record of the client that carried it, from 1; `nil` where it was not encrypted.
    package var record: Int?
    /// The offset of the first byte of ``excerpt``, in the finding's place.
    package var excerptOffset: Int
    /// The content coding in whose decoded bytes the finding's offsets count; `nil` where there was none.
    package var coding: String?
    /// Where the byte stood on an HTTP/2 connection; `nil` for HTTP/1.
    package var http2: HTTP2Place?

    private let surroundings: Surroundings

    /// Where the bytes around a finding are; they are copied only when shown, because few findings are.
    private enum Surroundings {
        case kept(ArraySlice<UInt8>)
        /// In the head of a message, as offsets in the stream.
        case head(Message, Range<Int>)
    }

    /// Makes a located finding.
    package init(
        finding: Finding,
        frame: Int?,
        record: Int? = nil,
        excerpt: [UInt8],
        excerptOffset: Int
    ) {
        self.init(
            finding: finding,
            frame: frame,
            record: record,
            kept: excerpt[...],
            excerptOffset: excerptOffset
        )
    }

    /// Makes a finding around which bytes of a body were kept.
    init(finding: Finding, frame: Int?, record: Int?, kept: ArraySlice<UInt8>, excerptOffset: Int) {
        self.finding = finding
        self.frame = frame
        self.record = record
        self.excerptOffset = excerptOffset
        surroundings = .kept(kept)
    }

    /// Makes a finding in the head of a message; `excerpt` are the offsets in the stream that are shown.
    init(finding: Finding, frame: Int?, record: Int?, head: Message, excerpt: Range<Int>) {
        self.finding = finding
        self.frame = frame
        self.record = record
        excerptOffset = excerpt.lowerBound
        surroundings = .head(head, excerpt)
    }

    /// The bytes around the finding; empty where they were not kept.
    package var excerpt: [UInt8] {
        switch surroundings {
        case .kept(let bytes): Array(bytes)
        case .head(let message, let range): FindingLocator.headBytes(range, of: message)
        }
    }
}

extension [LocatedFinding] {
    /// The findings in the order in which people read them: the most severe first, among equals those in the head, by
    /// which the body is read, before those in the body, each in the order of their places.
    package var inReadingOrder: [LocatedFinding] {
        func key(_ located: LocatedFinding) -> (Int, Int) {
            (located.finding.place == .body ? 1 : 0, located.finding.range.lowerBound)
        }
        return sorted { left, right in
            left.finding.severity == right.finding.severity
                ? key(left) < key(right) : left.finding.severity > right.finding.severity
        }
    }
}
