/// Reads the YAML of configurations, contracts and baselines into values with places.
enum PolicyFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - text: its text.
    ///   - path: the file's name in error messages.
    /// - Returns: its one document; an empty value where the file has none.
    /// - Throws: where the text is not valid YAML, or exceeds a limit.
    static func read(_ text: String, path: String) throws(PolicyFailure) -> PlacedValue {
        let start = FilePlace(path: path, line: 1, column: 1)
        guard text.utf8.count <= PolicyLimits.fileBytes else {
            throw start.failure(
                "the file has \(text.utf8.count) bytes, more than the \(PolicyLimits.fileBytes) that are read"
            )
        }
        let document: YAMLDocument
        do throws(YAMLDocument.Failure) {
            document = try YAMLDocument(text)
        } catch {
            throw failure(error, in: text, start)
        }
        guard let root = document.root else { return PlacedValue(content: .nothing, place: start) }
        var count = 0
        return try value(root, of: document, parent: start, depth: 0, count: &count)
    }

    private static func value(
        _ index: YAMLDocument.Place,
        of document: YAMLDocument,
        parent: FilePlace,
        depth: Int,
        count: inout Int
    ) throws(PolicyFailure) -> PlacedValue {
        guard let (node, mark) = document.node(at: index) else {
            return PlacedValue(content: .nothing, place: parent)
        }
        let place = FilePlace(path: parent.path, line: mark.line, column: mark.column)
        count += 1
        guard count <= PolicyLimits.values else {
            throw place.failure("the file has more than \(PolicyLimits.values) values")
        }
        guard depth <= PolicyLimits.depth else {
            throw place.failure("values are nested more than \(PolicyLimits.depth) deep")
        }
        switch node {
        case .scalar(let text, let isQuoted):
            let isNothing = !isQuoted && ["", "~", "null"].contains(text)
            return PlacedValue(content: isNothing ? .nothing : .text(text), place: place)
        case .sequence(let indices):
            var items: [PlacedValue] = []
            for index in indices {
                items.append(
                    try value(index, of: document, parent: place, depth: depth + 1, count: &count)
                )
            }
            return PlacedValue(content: .list(items), place: place)
        case .mapping(let pairs):
            var members: [PlacedValue.Member] = []
            var names: Set<String> = []
            for pair in pairs {
                let key = try value(pair.key, of: document, parent: place, depth: depth + 1, count: &count)
                let name = try key.text("the name of a setting")
                guard names.insert(name).inserted else { throw key.place.failure("'\(name)' is set twice") }
                members.append(
                    PlacedValue.Member(
                        name: name,
                        place: key.place,
                        value: try value(
                            pair.value,
                            of: document,
                            parent: key.place,
                            depth: depth + 1,
                            count: &count
                        )
                    )
                )
            }
            return PlacedValue(content: .members(members), place: place)
        }
    }

    private static func failure(
        _ failure: YAMLDocument.Failure,
        in text: String,
        _ start: FilePlace
    ) -> PolicyFailure {
        var place = start
        if let offset = failure.offset {
            let before = text.utf8.prefix(offset)
            let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
            place.line = max(lines.count, 1)
            place.column = (lines.last?.count ?? 0) + 1
        } else if let mark = failure.mark {
            place.line = mark.line
            place.column = mark.column
        }
        return place.failure(YAMLFault(failure, in: text).message)
    }
}
