import CYaml

/// A YAML document as libyaml reads it: its nodes, and the places where they begin.
final class YAMLDocument {
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

    /// A node.
    enum Node {
        case scalar(String, isQuoted: Bool)
        case sequence([Place])
        case mapping([(key: Place, value: Place)])
    }

    /// The place of a node in the document.
    typealias Place = Int32

    /// The node that all others stand in; `nil` where the text holds none.
    let root: Place?

    private let document: UnsafeMutablePointer<yaml_document_t>

    /// Reads a text that holds one document, or none.
    init(_ text: String) throws(Failure) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else { throw Failure(problem: "memory is used up") }
        defer { yaml_parser_delete(parser) }
        let document = UnsafeMutablePointer<yaml_document_t>.allocate(capacity: 1)
        var text = text
        let failure: Failure? = text.withUTF8 { bytes in
            yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
            guard yaml_parser_load(parser, document) == 1 else { return Failure(parser.pointee) }
            guard yaml_document_get_root_node(document) != nil else { return nil }
            let failure = Self.failureOfSecond(parser)
            if failure != nil { yaml_document_delete(document) }
            return failure
        }
        if let failure {
            document.deallocate()
            throw failure
        }
        self.document = document
        root = yaml_document_get_root_node(document) == nil ? nil : 1
    }

    deinit {
        yaml_document_delete(document)
        document.deallocate()
    }

    /// The node at a place, and where it begins; `nil` where there is none.
    func node(at place: Place) -> (node: Node, mark: Mark)? {
        guard let node = yaml_document_get_node(document, place)?.pointee else { return nil }
        let mark = Mark(node.start_mark)
        switch node.type {
        case YAML_SCALAR_NODE:
            let scalar = node.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isQuoted = scalar.style != YAML_PLAIN_SCALAR_STYLE && scalar.style != YAML_ANY_SCALAR_STYLE
            return (.scalar(String(decoding: bytes, as: UTF8.self), isQuoted: isQuoted), mark)
        case YAML_SEQUENCE_NODE:
            let items = node.data.sequence.items
            return (
                .sequence(Array(UnsafeBufferPointer(start: items.start, count: items.top - items.start))),
                mark
            )
        case YAML_MAPPING_NODE:
            let pairs = node.data.mapping.pairs
            let members = UnsafeBufferPointer(start: pairs.start, count: pairs.top - pairs.start)
            return (.mapping(members.map { ($0.key, $0.value) }), mark)
        default: return nil
        }
    }

    /// The fault that the rest of the text is, unless it holds no document.
    private static func failureOfSecond(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> Failure? {
        let second = UnsafeMutablePointer<yaml_document_t>.allocate(capacity: 1)
        defer { second.deallocate() }
        guard yaml_parser_load(parser, second) == 1 else { return Failure(parser.pointee) }
        defer { yaml_document_delete(second) }
        guard yaml_document_get_root_node(second) != nil else { return nil }
        return Failure(problem: "but found another document", mark: Mark(second.pointee.start_mark))
    }
}

extension YAMLDocument.Failure {
    /// The failure at which a parser stopped.
    fileprivate init(_ parser: yaml_parser_t) {
        problem = parser.problem.map { String(cString: $0) } ?? "memory is used up"
        if parser.error == YAML_READER_ERROR {
            offset = Int(parser.problem_offset)
        } else {
            mark = YAMLDocument.Mark(parser.problem_mark)
        }
        context = parser.context.map { (String(cString: $0), YAMLDocument.Mark(parser.context_mark)) }
    }
}
