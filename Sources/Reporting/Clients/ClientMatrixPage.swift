import Bytes
import Profiles

/// The HTML page with the matrix of recorded clients: one file without external resources or scripts.
enum ClientMatrixPage {
    /// The page's text.
    static func text(_ matrix: ClientMatrix) -> String {
        let assets = PageAssets.clients
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(assets.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>How clients write forms</title>
            <style>\(Markup(html: assets.style))</style>
            </head>
            <body>
            <header>
            <h1>How clients write forms</h1>
            <p>What each client does habitually, read off its captures. What few others do stands out; an empty cell means \
            that no capture gives the occasion to tell.</p>
            <p>\(matrix.summary)</p>
            </header>
            <div class="frame" tabindex="0" role="region" aria-label="Clients and their habits">
            <table>
            <thead>
            <tr><th scope="col">client</th>\(matrix.habits.map { "<th scope=\"col\">\($0.title)</th>" as Markup })</tr>
            </thead>
            <tbody>
            \(matrix.rows.map(Self.markup))</tbody>
            </table>
            </div>
            <footer>Written by partwise clients.</footer>
            </body>
            </html>

            """
        return page.html
    }

    private static func markup(of row: ClientMatrix.Row) -> Markup {
        let anchor = row.client.profile.map { " id=\"\($0.id)\"" as Markup } ?? ""
        return """
            <tr\(anchor)>
            <th scope="row"><b>\(row.name)</b><span>\(row.details)<br>\
            \(Quantity.of(row.client.uploadCount, "upload"))</span></th>
            \(row.cells.map(Self.markup))</tr>

            """
    }

    private static func markup(of cell: ClientMatrix.Cell) -> Markup {
        let kind = (cell.isUnusual ? "odd" : "") + (isLong(cell) ? " long" : "")
        return "<td class=\"\(kind)\">\(cell.values.map { "<span>\($0)</span>" as Markup })</td>\n"
    }

    /// Whether a cell needs a wide column.
    private static func isLong(_ cell: ClientMatrix.Cell) -> Bool { cell.values.contains { $0.count > 60 } }
}
