package import Bytes

/// Which stream and DATA frames carried an HTTP/2 message, and which field lines of its head are not fully
/// known.
///
/// A shared reference, never changed, so that a message of HTTP/1 spends only one word on it.
package final class HTTP2Origin: Sendable {
    /// How a stream was ended before its messages were complete (RFC 9113 §6.4).
    package struct Reset: Hashable, Sendable {
        /// The error code.
        package let code: HTTP2ErrorCode
        /// Whether the client ended it.
        package let isByClient: Bool
    }

    /// The number of the stream (RFC 9113 §5.1.1).
    package let stream: Int
    /// Body offset → number of the DATA frame among those of the message, from 1.
    package let dataFrames: RunMap
    /// Field lines that are not fully known, because the capture lacks the table entries that they refer to.
    package let unknownFields: [UnknownFieldLine]
    /// How the stream was reset; `nil` where it was not.
    package let reset: Reset?
    /// The number of bytes of the head's field lines that were left out for want of memory.
    package let elidedBytes: Int
    /// The memory that the head takes.
    private let memory: MemoryShare?

    /// Makes the origin of a message.
    package init(
        stream: Int,
        dataFrames: RunMap = RunMap(),
        unknownFields: [UnknownFieldLine] = [],
        reset: Reset? = nil,
        elidedBytes: Int = 0,
        memory: MemoryShare? = nil
    ) {
        self.stream = stream
        self.dataFrames = dataFrames
        self.unknownFields = unknownFields
        self.reset = reset
        self.elidedBytes = elidedBytes
        self.memory = memory
    }

    /// The same with a map.
    func with(dataFrames: RunMap) -> HTTP2Origin {
        with(dataFrames, reset)
    }

    /// The same with a reset.
    func with(reset: Reset) -> HTTP2Origin {
        with(dataFrames, reset)
    }

    private func with(_ dataFrames: RunMap, _ reset: Reset?) -> HTTP2Origin {
        HTTP2Origin(
            stream: stream,
            dataFrames: dataFrames,
            unknownFields: unknownFields,
            reset: reset,
            elidedBytes: elidedBytes,
            memory: memory
        )
    }

    /// Whether the map keeps more than its ends.
    var keepsMap: Bool { dataFrames.runCount > RunMap.freeRuns }

    /// The same without the map, which is only needed to locate findings.
    package var withoutMap: HTTP2Origin { with(dataFrames: RunMap()) }
}
