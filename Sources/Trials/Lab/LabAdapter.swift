/// A page to paste into a framework, which answers what the framework's form API read: `[[name, filename, length, sha256], …]`.
package struct LabAdapter: Sendable {
    /// The name of the framework in lowercase.
    package let name: String
    /// The source, with a line on how to run it.
    package let text: String

    private init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// All adapters, by their names.
    package static let all: [LabAdapter] = [
        LabAdapter("aiohttp", PackageResources.aiohttp_py),
        LabAdapter("django", PackageResources.django_py),
        LabAdapter("express", PackageResources.express_js),
        LabAdapter("fastapi", PackageResources.fastapi_py),
        LabAdapter("flask", PackageResources.flask_py),
        LabAdapter("gin", PackageResources.gin_go),
        LabAdapter("go", PackageResources.go_go),
        LabAdapter("laravel", PackageResources.laravel_php),
        LabAdapter("multer", PackageResources.multer_js),
        LabAdapter("node", PackageResources.node_js),
        LabAdapter("php", PackageResources.php_php),
        LabAdapter("rails", PackageResources.rails_rb),
        LabAdapter("sinatra", PackageResources.sinatra_rb),
        LabAdapter("spring", PackageResources.spring_java),
        LabAdapter("tornado", PackageResources.tornado_py),
    ]

    /// The names, with commas between.
    package static var names: String { all.map(\.name).joined(separator: ", ") }

    /// The adapter of a framework, in any letter case; `nil` where there is none.
    package static func named(_ name: String) -> LabAdapter? { all.first { $0.name == name.lowercased() } }
}
