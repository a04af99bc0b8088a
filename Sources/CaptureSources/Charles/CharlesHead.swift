import Bytes

/// The head of a message in a Charles session: `com.xk72.proxy.http.HttpFields`.
struct CharlesHead {
    /// The start line; empty where there is none.
    let startLine: String
    /// The field lines in order.
    let fields: [LoggedField]

    /// Reads the head that a field of a transaction refers to.
    ///
    /// The class writes the lists of names and values and the start line itself, after its fields: the start
    /// line is the field of that name, or else the last string written.
    init?(_ value: StreamValue?, in graph: inout ObjectGraph) {
        guard case .object(let place) = value else { return nil }
        let names = Self.strings(graph.field("fieldNames", of: place), in: graph)
        let values = Self.strings(graph.field("fieldValues", of: place), in: graph)
        let field = graph.string(graph.field("firstLine", of: place))
        let written = graph.written(place).reversed().lazy.compactMap { [graph] in graph.string($0) }.first
        startLine = (field ?? written)?.short ?? ""
        guard let names, let values, names.count == values.count else { return nil }
        fields = zip(names, values).map { LoggedField(Array($0.utf8), Array($1.utf8)) }
    }

    /// A word of the start line, from 0.
    func word(_ index: Int) -> String? {
        let words = startLine.pieces(between: " ", omittingEmpty: false)
        return words.indices.contains(index) && !words[index].isEmpty ? words[index] : nil
    }

    /// The start line from a word on.
    func rest(_ index: Int) -> String {
        startLine.pieces(between: " ", maxSplits: index, omittingEmpty: false).dropFirst(index)
            .joined(separator: " ")
    }

    /// The strings of a list or an array; `nil` where an element is something else.
    private static func strings(_ value: StreamValue?, in graph: ObjectGraph) -> [String]? {
        guard case .object(let place) = value else { return nil }
        var elements = graph.written(place)
        if case .array(let array) = graph.objects[place] { elements = array }
        var strings: [String] = []
        for element in elements {
            if case .block = element { continue }
            guard let text = graph.string(element) else { return nil }
            strings.append(text.short ?? "")
        }
        return strings
    }
}
