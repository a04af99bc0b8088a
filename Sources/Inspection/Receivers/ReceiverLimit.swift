/// A default limit of a receiver.
package struct ReceiverLimit: Hashable, Sendable {
    /// What is limited.
    package enum Kind: Hashable, Sendable {
        /// Bytes of one header line of a part, its line ending included.
        case headerLine
        /// Bytes of all header lines of a part.
        case headerBlock
        /// Header lines of a part.
        case headerCount
        /// Bytes of the boundary.
        case boundaryLength
        /// Bytes of the value of the request's Content-Type.
        case contentTypeLength
        /// Parts of a form, files and fields.
        case partCount
        /// Parts of a form that are not files.
        case fieldCount
        /// Parts of a form that are files.
        case fileCount
        /// Bytes of the body.
        case bodySize
        /// Bytes of one file.
        case fileSize
        /// Bytes of the contents of all parts that are not files.
        case fieldsSize
        /// Bytes of the content of one part that is not a file.
        case fieldSize
        /// Pairs of brackets in a name.
        case nameDepth
    }

    /// The receiver.
    package var receiver: Receiver
    /// What is limited.
    package var kind: Kind
    /// The greatest number that is accepted.
    package var value: Int
    /// The name of the setting, or who sets the limit where it cannot be set.
    package var setting: String
    /// What happens above it, in words that follow the receiver's name.
    package var consequence: String

    /// Makes a limit.
    init(_ receiver: Receiver, _ kind: Kind, _ value: Int, _ setting: String, _ consequence: String) {
        self.receiver = receiver
        self.kind = kind
        self.value = value
        self.setting = setting
        self.consequence = consequence
    }

    /// Every limit that is known.
    package static let all: [ReceiverLimit] = headers + counts + sizes

    private static let headers = [
        ReceiverLimit(.modSecurity, .headerLine, 4096, "built in", "blocks the request"),
        ReceiverLimit(.pythonMultipart, .headerLine, 4224, "max_header_size", "rejects the form"),
        ReceiverLimit(.defnull, .headerLine, 4224, "built in", "rejects the form"),
        ReceiverLimit(.defnullStrict, .headerLine, 4224, "built in", "rejects the form"),
        ReceiverLimit(.tomcat, .headerBlock, 512, "maxPartHeaderSize", "rejects the form"),
        ReceiverLimit(.django, .headerBlock, 1024, "built in", "rejects the form"),
        ReceiverLimit(.busboy, .headerBlock, 16_384, "built in", "reports a malformed part header"),
        ReceiverLimit(.aspNet, .headerBlock, 16_384, "MultipartHeadersLengthLimit", "rejects the form"),
        ReceiverLimit(.rack, .headerBlock, 65_536, "built in", "rejects the form"),
        ReceiverLimit(.pythonMultipart, .headerCount, 8, "max_header_count", "rejects the form"),
        ReceiverLimit(.defnull, .headerCount, 8, "built in", "rejects the form"),
        ReceiverLimit(.defnullStrict, .headerCount, 8, "built in", "rejects the form"),
        ReceiverLimit(.aspNet, .headerCount, 16, "MultipartHeadersCountLimit", "rejects the form"),
        ReceiverLimit(.aspNet, .boundaryLength, 128, "MultipartBoundaryLengthLimit", "rejects the form"),
        ReceiverLimit(.django, .boundaryLength, 201, "built in", "rejects the form"),
        ReceiverLimit(.pythonMultipart, .boundaryLength, 256, "built in", "rejects the form"),
        ReceiverLimit(.defnullStrict, .boundaryLength, 1024, "built in", "rejects the form"),
        ReceiverLimit(.modSecurity, .contentTypeLength, 1024, "built in", "blocks the request"),
    ]

    private static let counts = [
        ReceiverLimit(.tomcat, .partCount, 50, "maxPartCount", "rejects the form"),
        ReceiverLimit(.go, .partCount, 1000, "GODEBUG=multipartmaxparts", "rejects the form"),
        ReceiverLimit(.werkzeug, .partCount, 1000, "max_form_parts", "rejects the form"),
        // Rack refuses the part that reaches a limit: one less than 4,096 or 128 is accepted.
        ReceiverLimit(.rack, .partCount, 4095, "multipart_total_part_limit", "rejects the form"),
        ReceiverLimit(.php, .fieldCount, 1000, "max_input_vars", "drops the fields after it"),
        ReceiverLimit(.django, .fieldCount, 1000, "DATA_UPLOAD_MAX_NUMBER_FIELDS", "rejects the form"),
        ReceiverLimit(.aspNet, .fieldCount, 1024, "ValueCountLimit", "rejects the form"),
        ReceiverLimit(.php, .fileCount, 20, "max_file_uploads", "drops the files after it silently"),
        ReceiverLimit(.django, .fileCount, 100, "DATA_UPLOAD_MAX_NUMBER_FILES", "rejects the form"),
        ReceiverLimit(.rack, .fileCount, 127, "multipart_file_limit", "rejects the form"),
        ReceiverLimit(.aspNet, .fileCount, 1024, "ValueCountLimit", "rejects the form"),
        ReceiverLimit(.php, .nameDepth, 64, "max_input_nesting_level", "drops the field"),
        ReceiverLimit(.rack, .nameDepth, 32, "param_depth_limit", "rejects the form"),
    ]

    private static let sizes = [
        ReceiverLimit(.nginx, .bodySize, 1_048_576, "client_max_body_size", "answers 413"),
        ReceiverLimit(.php, .bodySize, 8_388_608, "post_max_size", "shows an empty form"),
        ReceiverLimit(.modSecurity, .bodySize, 13_107_200, "SecRequestBodyLimit", "blocks the request"),
        ReceiverLimit(.aspNet, .bodySize, 30_000_000, "MaxRequestBodySize", "answers 413"),
        ReceiverLimit(.php, .fileSize, 2_097_152, "upload_max_filesize", "drops the file"),
        ReceiverLimit(.busboy, .fieldSize, 1_048_576, "limits.fieldSize", "cuts the value off"),
        ReceiverLimit(.modSecurity, .fieldsSize, 131_072, "SecRequestBodyNoFilesLimit", "blocks the request"),
        ReceiverLimit(.werkzeug, .fieldsSize, 500_000, "max_form_memory_size", "rejects the form"),
        ReceiverLimit(.django, .fieldsSize, 2_621_440, "DATA_UPLOAD_MAX_MEMORY_SIZE", "rejects the form"),
        ReceiverLimit(
            .rack,
            .fieldsSize,
            16_777_216,
            "RACK_MULTIPART_BUFFERED_UPLOAD_BYTESIZE_LIMIT",
            "rejects the form"
        ),
    ]
}

extension [ReceiverLimit] {
    /// The lowest limit of these kinds; `Int.max` where there is none.
    func lowest(_ kinds: ReceiverLimit.Kind...) -> Int {
        lazy.filter { kinds.contains($0.kind) }.map(\.value).min() ?? .max
    }
}
