import Bytes
import CaptureSources

/// What is known of a message.
struct MessageContents: Sendable {
    /// See ``Message/startLine``.
    var startLine: [UInt8] = []
    /// See ``Message/startLineOffset``.
    var startLineOffset: Int
    /// See ``Message/startLineEnding``.
    var startLineEnding = LineEnding.crlf
    /// See ``Message/fields``.
    var fields = FieldSection()
    /// See ``Message/trailers``.
    var trailers = FieldSection()
    /// See ``Message/version``.
    var version = ""
    /// See ``Message/framing``.
    var framing = MessageFraming.none
    /// See ``Message/declaredLength``.
    var declaredLength: Int?
    /// See ``Message/contentStart``.
    var contentStart: Int
    /// See ``Message/bodyLength``.
    var bodyLength = 0
    /// See ``Message/wireLength``.
    var wireLength = 0
    /// See ``Message/missingBytes``.
    var missingBytes = 0
    /// See ``Message/representation``.
    var representation = KeptRepresentation.sent
    /// See ``Message/completion``.
    var completion = MessageCompletion.complete
    /// See ``Message/headHasGap``.
    var headHasGap = false
    /// See ``Message/faults``.
    var faults: [FramingFault] = []
    /// See ``Message/excess``.
    var excess: [UInt8] = []
    /// See ``Message/excessLength``.
    var excessLength = 0
    /// See ``Message/firstFrame``.
    var firstFrame: Int?
    /// See ``Message/lastFrame``.
    var lastFrame: Int?
    /// See ``Message/startedAt``.
    var startedAt: Timestamp?
    /// See ``Message/endedAt``.
    var endedAt: Timestamp?
    /// See ``Message/http2``.
    var http2: HTTP2Origin?
    /// See ``Message/contentStartedAt``.
    var contentStartedAt: Timestamp?
    /// See ``Message/frames``.
    var frames: RunMap
    /// See ``Message/bodyShift``.
    var bodyShift = RunMap()

    /// Makes an empty message that begins at a stream offset.
    init(startLineOffset: Int) {
        self.startLineOffset = startLineOffset
        contentStart = startLineOffset
        frames = RunMap(startOffset: startLineOffset)
    }

    /// Enters the start line and the field lines.
    mutating func fill(
        _ startLine: [UInt8],
        _ ending: LineEnding,
        _ version: String,
        _ fields: FieldSection
    ) {
        self.startLine = startLine
        startLineEnding = ending
        self.version = version
        self.fields = fields
    }

    /// Enters where the head arrived, which is `length` bytes long; `frames` is `nil` where one frame brought it.
    mutating func arrive(_ length: Int, from first: ByteOrigin, to last: ByteOrigin, _ frames: RunMap?) {
        contentStart = startLineOffset + length
        firstFrame = first.frame
        lastFrame = last.frame
        startedAt = first.time
        endedAt = last.time
        if let frames {
            self.frames = frames
        } else if let frame = last.frame {
            self.frames.append(length: length, value: frame)
        }
    }

    /// Notes that bytes arrived; see ``Message/arrive(_:_:isContent:isMapped:)``.
    mutating func arrive(_ count: Int, _ delivery: ByteOrigin, isContent: Bool, isMapped: Bool) {
        if isContent {
            if wireLength == 0 { contentStartedAt = delivery.time }
            wireLength += count
        }
        lastFrame = delivery.frame
        endedAt = delivery.time
        if let frame = delivery.frame, isMapped { frames.append(length: count, value: frame) }
    }

    /// Lets go of the maps; see ``Message/forgetMaps()``.
    mutating func forgetMaps() {
        if frames.runCount > RunMap.freeRuns { frames = RunMap() }
        if bodyShift.runCount > RunMap.freeRuns { bodyShift = RunMap() }
        if let origin = http2 { http2 = origin.withoutMap }
    }
}
