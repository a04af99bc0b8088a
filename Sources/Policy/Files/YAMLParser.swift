import CYaml

/// The events of a YAML text, as libyaml finds them: nothing is gathered, so that its reader can stop anywhere.
final class YAMLParser {
    /// A place in the text, counted from 1; columns in Unicode scalars.
    struct Mark: Hashable {
        /// The line.
        var line: Int
        /// The column.
        var column: Int

        fileprivate init(_ mark: yaml_mark_t) {
            line = Int(mark.line) + 1
            column = Int(mark.column) + 1
        }
    }

    /// What begins, ends or stands at a place.
    enum Event {
        case scalar(String, isQuoted: Bool, anchor: String?)
        case alias(String)
        case sequenceStart(anchor: String?)
        case mappingStart(anchor: String?)
        case sequenceEnd
        case mappingEnd
        case documentStart
        case documentEnd
        case streamStart
        case streamEnd
    }

    /// Why a text is not YAML.
    struct Failure: Error {
        /// What is wrong, in libyaml's words.
        var problem: String
        /// Where; `nil` where libyaml does not say.
        var mark: Mark?
        /// What was being read, in libyaml's words, and where that begins.
        var context: (text: String, mark: Mark)?
        /// The byte of the text that no YAML text may have; `nil` for other faults.
        var offset: Int?
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// What the parser reads: it keeps a pointer.
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// Prepares to read a text.
    init(_ text: String) {
        self.text = .allocate(capacity: text.utf8.count)
        _ = self.text.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { return }
        yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// Reads the next event.
    func next() throws(Failure) -> (event: Event, mark: Mark) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw Failure(parser.pointee) }
        defer { yaml_event_delete(&event) }
        return (Event(event), Mark(event.start_mark))
    }
}

extension YAMLParser.Event {
    /// The event that libyaml reports.
    fileprivate init(_ event: yaml_event_t) {
        func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? { text.map { String(cString: $0) } }
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            self = .scalar(
                String(decoding: bytes, as: UTF8.self),
                isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE,
                anchor: name(scalar.anchor)
            )
        case YAML_ALIAS_EVENT: self = .alias(name(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT: self = .sequenceStart(anchor: name(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT: self = .mappingStart(anchor: name(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
        case YAML_MAPPING_END_EVENT: self = .mappingEnd
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        case YAML_STREAM_START_EVENT: self = .streamStart
        default: self = .streamEnd
        }
    }
}

extension YAMLParser.Failure {
    /// The failure at which a parser stopped.
    fileprivate init(_ parser: yaml_parser_t) {
        problem = parser.problem.map { String(cString: $0) } ?? "memory is used up"
        if parser.error == YAML_READER_ERROR {
            offset = Int(parser.problem_offset)
        } else {
            mark = YAMLParser.Mark(parser.problem_mark)
        }
        context = parser.context.map { (String(cString: $0), YAMLParser.Mark(parser.context_mark)) }
    }
}
