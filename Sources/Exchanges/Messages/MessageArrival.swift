package import Bytes

/// When and in which frames and TLS records the bytes of a message arrived.
package struct MessageArrival: Sendable {
    /// The frame that carried the first byte of the start line, from 1; `nil` where the source has no frames.
    package var firstFrame: Int?
    /// The frame that carried the last byte.
    package var lastFrame: Int?
    /// When the first byte arrived.
    package var startedAt: Timestamp?
    /// When the last byte arrived.
    package var endedAt: Timestamp?
    /// When the first byte of the content arrived; `nil` where there is none.
    package var contentStartedAt: Timestamp?
    /// Stream offset → frame, over the whole message (head, content, excess).
    package var frameMap: RunMap
    /// Stream offset → number of the TLS record in the sender's stream, from 1; empty where nothing was encrypted.
    package var recordMap: RunMap
    /// Body offset → how far stream offsets are ahead of body offsets: `streamOffset = bodyOffset + value`.
    package var bodyShift = RunMap()

    /// Makes the arrival of a message that begins at a stream offset.
    package init(startOffset: Int = 0) {
        frameMap = RunMap(startOffset: startOffset)
        recordMap = RunMap(startOffset: startOffset)
    }

    /// The same without the maps that keep more than their ends, which are only needed to locate bytes.
    package var withoutMaps: MessageArrival {
        var result = self
        if frameMap.runCount > RunMap.freeRuns { result.frameMap = RunMap() }
        if recordMap.runCount > RunMap.freeRuns { result.recordMap = RunMap() }
        if bodyShift.runCount > RunMap.freeRuns { result.bodyShift = RunMap() }
        return result
    }

    /// Whether a map keeps more than its ends.
    var keepsMaps: Bool {
        max(frameMap.runCount, recordMap.runCount, bodyShift.runCount) > RunMap.freeRuns
    }

    /// Notes the head, which is `length` bytes long; `frames` is `nil` where one frame carried it.
    mutating func noteHead(
        _ length: Int,
        from first: ByteOrigin,
        to last: ByteOrigin,
        frames: RunMap?,
        records: RunMap?
    ) {
        firstFrame = first.frame
        lastFrame = last.frame
        startedAt = first.time
        endedAt = last.time
        if let frames {
            frameMap = frames
        } else if let frame = last.frame {
            frameMap.append(length: length, value: frame)
        }
        if let records {
            recordMap = records
        } else if let record = last.record {
            recordMap.append(length: length, value: record)
        }
    }

    /// Notes the next bytes of the message; where the maps are full, only their frame and time.
    mutating func note(_ count: Int, _ origin: ByteOrigin, isMapped: Bool) {
        lastFrame = origin.frame
        endedAt = origin.time
        guard isMapped else { return }
        if let frame = origin.frame { frameMap.append(length: count, value: frame) }
        if let record = origin.record { recordMap.append(length: count, value: record) }
    }
}
