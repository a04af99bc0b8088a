import Mustache

/// The templates of the pages, which escape inserted text.
struct PageTemplates {
    /// The values for a template, by name.
    typealias Context = [String: Any]

    private let library: MustacheLibrary

    /// Reads the templates.
    init() {
        library = MustacheLibrary(
            templates: [
                "head": Self.template(PackageResources.head_mustache),
                "report-top": Self.template(PackageResources.report_top_mustache),
                "list-top": Self.template(PackageResources.list_top_mustache),
                "live": Self.template(PackageResources.live_mustache),
                "kind": Self.template(PackageResources.kind_mustache),
                "report-end": Self.template(PackageResources.report_end_mustache),
                "comparison": Self.template(PackageResources.comparison_mustache),
                "comparison-end": Self.template(PackageResources.comparison_end_mustache),
                "clients": Self.template(PackageResources.clients_mustache),
            ]
        )
    }

    /// Renders a template.
    func text(_ name: String, _ context: Context) -> String {
        guard let text = library.render(context, withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }

    private static func template(_ bytes: [UInt8]) -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
        } catch {
            preconditionFailure("a template cannot be read: \(error)")
        }
    }
}
