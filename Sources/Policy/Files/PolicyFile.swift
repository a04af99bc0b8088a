/// Reads the YAML of configurations, contracts and baselines into values with places.
struct PolicyFile {
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
        var file = PolicyFile(text, start)
        return try file.document()
    }

    private let text: String
    private let start: FilePlace
    private let parser: YAMLParser
    /// The values that aliases stand for, and the number of values in each.
    private var anchors: [String: (value: PlacedValue, count: Int)] = [:]
    private var count = 0

    private init(_ text: String, _ start: FilePlace) {
        self.text = text
        self.start = start
        parser = YAMLParser(text)
    }

    private mutating func document() throws(PolicyFailure) -> PlacedValue {
        var result: PlacedValue?
        while true {
            let (event, place) = try next()
            switch event {
            case .streamEnd: return result ?? PlacedValue(content: .nothing, place: start)
            case .streamStart, .documentEnd: break
            case .documentStart:
                guard result == nil else {
                    throw place.failure("this is not YAML: a second document begins here, and one is read")
                }
            default: result = try value(event, place, depth: 0)
            }
        }
    }

    /// Reads the value that begins with an event.
    private mutating func value(
        _ event: YAMLParser.Event,
        _ place: FilePlace,
        depth: Int
    ) throws(PolicyFailure) -> PlacedValue {
        let before = count
        try add(1, at: place)
        try check(depth, at: place)
        let result: PlacedValue
        let name: String?
        switch event {
        case .scalar(let text, let isQuoted, let anchor):
            let isNothing = !isQuoted && ["", "~", "null"].contains(text)
            result = PlacedValue(content: isNothing ? .nothing : .text(text), place: place)
            name = anchor
        case .sequenceStart(let anchor):
            result = PlacedValue(content: .list(try items(depth: depth + 1)), place: place)
            name = anchor
        case .mappingStart(let anchor):
            result = PlacedValue(content: .members(try members(depth: depth + 1)), place: place)
            name = anchor
        case .alias(let name):
            guard let (value, count) = anchors[name] else {
                throw place.failure("this is not YAML: no anchor of this name stands before it")
            }
            try add(count, at: place)
            try check(depth + value.height, at: place)
            return value
        default: return PlacedValue(content: .nothing, place: place)
        }
        if let name { anchors[name] = (result, count - before) }
        return result
    }

    private mutating func items(depth: Int) throws(PolicyFailure) -> [PlacedValue] {
        var items: [PlacedValue] = []
        while true {
            let (event, place) = try next()
            if case .sequenceEnd = event { return items }
            items.append(try value(event, place, depth: depth))
        }
    }

    private mutating func members(depth: Int) throws(PolicyFailure) -> [PlacedValue.Member] {
        var members: [PlacedValue.Member] = []
        var names: Set<String> = []
        while true {
            let (event, place) = try next()
            if case .mappingEnd = event { return members }
            let key = try value(event, place, depth: depth)
            let name = try key.text("the name of a setting")
            guard names.insert(name).inserted else { throw place.failure("'\(name)' is set twice") }
            let (first, valuePlace) = try next()
            let value = try value(first, valuePlace, depth: depth)
            members.append(PlacedValue.Member(name: name, place: key.place, value: value))
        }
    }

    /// Counts values; those that an alias repeats count each time.
    private mutating func add(_ values: Int, at place: FilePlace) throws(PolicyFailure) {
        count += values
        guard count <= PolicyLimits.values else {
            throw place.failure("the file has more than \(PolicyLimits.values) values")
        }
    }

    private func check(_ depth: Int, at place: FilePlace) throws(PolicyFailure) {
        guard depth <= PolicyLimits.depth else {
            throw place.failure("values are nested more than \(PolicyLimits.depth) deep")
        }
    }

    private func next() throws(PolicyFailure) -> (YAMLParser.Event, FilePlace) {
        do throws(YAMLParser.Failure) {
            let (event, mark) = try parser.next()
            return (event, FilePlace(path: start.path, line: mark.line, column: mark.column))
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ failure: YAMLParser.Failure) -> PolicyFailure {
        var place = start
        if let offset = failure.offset {
            let lines = text.utf8.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
            place.line = max(lines.count, 1)
            place.column = (lines.last?.count ?? 0) + 1
        } else if let mark = failure.mark {
            place.line = mark.line
            place.column = mark.column
        }
        return place.failure(YAMLFault(failure, in: text).message)
    }
}

extension PlacedValue {
    /// How deep the values in it are nested, 0 where there is none.
    fileprivate var height: Int {
        switch content {
        case .text, .nothing: 0
        case .list(let items): 1 + (items.map(\.height).max() ?? 0)
        case .members(let members): 1 + (members.map(\.value.height).max() ?? 0)
        }
    }
}
