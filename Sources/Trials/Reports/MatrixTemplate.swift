import Mustache
import Reporting

/// A page with a matrix: what is tried beside those that are tried, a sign where they meet, and what is behind each.
struct MatrixTemplate: Sendable {
    /// Cases and clients.
    static let matrix = MatrixTemplate(
        PackageResources.matrix_mustache,
        styles: [PackageResources.matrix_css]
    )
    /// Bodies and receivers.
    static let grid = MatrixTemplate(
        PackageResources.grid_mustache,
        styles: [PackageResources.matrix_css, PackageResources.grid_css],
        scripts: [PackageResources.grid_js]
    )

    private let library: MustacheLibrary
    private let assets: PageAssets

    private init(_ body: [UInt8], styles: [[UInt8]], scripts: [[UInt8]] = []) {
        assets = PageAssets(styles: styles, scripts: scripts)
        let head = PackageResources.matrix_head_mustache
        do {
            library = MustacheLibrary(templates: [
                "page": try MustacheTemplate(string: String(decoding: body, as: UTF8.self)),
                "matrix-head": try MustacheTemplate(string: String(decoding: head, as: UTF8.self)),
            ])
        } catch {
            preconditionFailure("a template of a matrix cannot be read: \(error)")
        }
    }

    /// The page's text.
    ///
    /// - Parameters:
    ///   - title: its title.
    ///   - context: what the template names, besides the title, the style and the script.
    /// - Returns: the text.
    func page(_ title: String, _ context: [String: Any]) -> String {
        let common: [String: Any] = [
            "title": title, "policy": assets.policy, "style": assets.style, "script": assets.script,
        ]
        guard let text = library.render(context.merging(common) { $1 }, withTemplate: "page") else {
            preconditionFailure("there is no template of a matrix")
        }
        return text
    }
}
