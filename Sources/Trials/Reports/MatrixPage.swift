import CTrialAssets
import Reporting

/// A page with a matrix: what is tried beside those that are tried, a sign where they meet, and what is behind each.
struct MatrixPage: Sendable {
    /// Cases and clients.
    static let trials = MatrixPage(styles: [matrix_css()])
    /// Bodies and receivers.
    static let grid = MatrixPage(
        styles: [matrix_css(), grid_css()],
        scripts: [grid_js()]
    )

    private let assets: PageAssets

    private init(styles: [UnsafePointer<CChar>], scripts: [UnsafePointer<CChar>] = []) {
        assets = PageAssets(styles: styles, scripts: scripts)
    }

    /// The script, which stands at the end of the body.
    var script: Markup { Markup(html: assets.script) }

    /// The page's text.
    ///
    /// - Parameters:
    ///   - title: its title.
    ///   - content: what its body holds.
    /// - Returns: the text.
    func text(_ title: String, _ content: Markup) -> String {
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(assets.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <link rel="icon" href="data:,">
            <title>\(title)</title>
            <style>\(Markup(html: assets.style))</style>
            </head>
            <body>
            \(content)</body>
            </html>

            """
        return page.html
    }
}
