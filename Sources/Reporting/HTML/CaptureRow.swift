/// A capture in the table at the end of a page.
struct CaptureRow {
    /// The path.
    var path: String
    /// The format; a dash where it could not be read, as in what follows.
    var format = "–"
    /// The number of packets.
    var packets = "–"
    /// The number of connections.
    var connections = "–"
    /// The number of exchanges.
    var exchanges = "–"
    /// The notices about it.
    var problems: [String]

    private var markup: Markup {
        let notices = problems.map { "<div class=\"problem\">\(PageText.sentence($0))</div>" as Markup }
        return """
            <tr><td><bdi class="mono">\(path)</bdi>\(notices)</td><td class="lesser">\(format)</td>\
            <td class="number lesser">\(packets)</td><td class="number lesser">\(connections)</td>\
            <td class="number">\(exchanges)</td></tr>

            """
    }

    /// The table of captures, with its heading.
    static func table(_ captures: [CaptureRow]) -> Markup {
        """
        <h2>\(captures.count == 1 ? "Capture" : "Captures")</h2>
        <table class="captures">
        <thead><tr><th>capture</th><th class="lesser">format</th><th class="number lesser">packets</th>\
        <th class="number lesser">connections</th><th class="number">exchanges</th></tr></thead>
        <tbody>
        \(captures.map(\.markup))</tbody>
        </table>

        """
    }
}
