import Yams

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
        let node: Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw failure(error, in: text, start)
        } catch {
            throw start.failure("\(error)")
        }
        guard let node else { return PlacedValue(content: .nothing, place: start) }
        var count = 0
        return try value(node, parent: start, depth: 0, count: &count)
    }

    private static func value(
        _ node: Node,
        parent: FilePlace,
        depth: Int,
        count: inout Int
    ) throws(PolicyFailure) -> PlacedValue {
        var place = parent
        if let mark = node.mark {
            place.line = mark.line
            place.column = mark.column
        }
        count += 1
        guard count <= PolicyLimits.values else {
            throw place.failure("the file has more than \(PolicyLimits.values) values")
        }
        guard depth <= PolicyLimits.depth else {
            throw place.failure("values are nested more than \(PolicyLimits.depth) deep")
        }
        switch node {
        case .scalar(let scalar):
            let isBare = scalar.style == .plain || scalar.style == .any
            let isNothing = isBare && ["", "~", "null"].contains(scalar.string)
            return PlacedValue(content: isNothing ? .nothing : .text(scalar.string), place: place)
        case .sequence(let sequence):
            var items: [PlacedValue] = []
            for item in sequence {
                items.append(try value(item, parent: place, depth: depth + 1, count: &count))
            }
            return PlacedValue(content: .list(items), place: place)
        case .mapping(let mapping):
            var members: [PlacedValue.Member] = []
            for (key, item) in mapping {
                let name = try value(key, parent: place, depth: depth + 1, count: &count)
                members.append(
                    PlacedValue.Member(
                        name: try name.text("the name of a setting"),
                        place: name.place,
                        value: try value(item, parent: name.place, depth: depth + 1, count: &count)
                    )
                )
            }
            return PlacedValue(content: .members(members), place: place)
        case .alias:
            throw place.failure("an alias stands for nothing")
        }
    }

    private static func failure(_ error: YamlError, in text: String, _ start: FilePlace) -> PolicyFailure {
        func at(_ mark: Mark) -> FilePlace {
            FilePlace(path: start.path, line: max(mark.line, 1), column: max(mark.column, 1))
        }
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return at(mark).failure(YAMLFault(problem, in: context, at: mark, of: text).message)
        case .reader(let problem, let offset, _, _):
            let before = text.utf8.prefix(offset ?? 0)
            let column =
                before.count
                - (before.lastIndex(of: 0x0A).map { before.distance(from: before.startIndex, to: $0) + 1 }
                    ?? 0)
            let place = FilePlace(path: start.path, line: before.count { $0 == 0x0A } + 1, column: column + 1)
            return place.failure("this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            return at(context.mark).failure("'\(duplicates.first ?? "")' is set twice")
        default: return start.failure("this is not YAML: \(error)")
        }
    }
}
