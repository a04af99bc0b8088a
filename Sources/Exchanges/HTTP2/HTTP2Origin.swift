package import Bytes

/// Where a message of HTTP/2 stood on its connection, and what of its head is not known.
///
/// Shared and never changed, so that a message of HTTP/1 pays one word for it.
package final class HTTP2Origin: Sendable {
    /// The number of the stream (RFC 9113 §5.1.1).
    package let stream: Int
    /// Body offset → number of the DATA frame among those of the message, from 1.
    package let dataFrames: RunMap
    /// Field lines of which something is not known, because the capture lacks what they refer to.
    package let unknownFields: [UnknownFieldLine]

    /// Makes the origin of a message.
    package init(stream: Int, dataFrames: RunMap = RunMap(), unknownFields: [UnknownFieldLine] = []) {
        self.stream = stream
        self.dataFrames = dataFrames
        self.unknownFields = unknownFields
    }

    /// The same with a map.
    func with(dataFrames: RunMap) -> HTTP2Origin {
        HTTP2Origin(stream: stream, dataFrames: dataFrames, unknownFields: unknownFields)
    }

    /// The same without the map, which only the locating of findings needs.
    package var withoutMap: HTTP2Origin { with(dataFrames: RunMap()) }
}
