import Reporting

extension GridProxies {
    /// The section of a page.
    ///
    /// - Parameter places: where the sections of bodies stand, by the ids of those.
    /// - Returns: the section; `nil` where the grid has no proxy.
    func section(_ places: [String: String]) -> Markup? {
        guard !sentences.isEmpty else { return nil }
        let items = sentences.map { "<li>\($0)</li>\n" as Markup }
        let entries = rows.map { row -> Markup in
            let link = places[row.id].map { "<a href=\"#\($0)\">\(row.id)</a>" as Markup }
            let conducts = row.conducts.map { "<p>\($0.names): \($0.text)</p>" as Markup }
            return """
                <tr><td>\(link ?? "\(row.id)")</td><td>\(row.purpose)</td><td>\(conducts)</td></tr>

                """
        }
        return """
            <section class="differentials">
            <h2>What proxies pass on</h2>
            <ul>
            \(items)</ul>
            <table>
            <thead><tr><th scope="col">request</th><th scope="col">what it is</th>\
            <th scope="col">what proxies do with it; the others pass it on as sent</th></tr></thead>
            <tbody>
            \(entries)</tbody>
            </table>
            </section>

            """
    }
}
