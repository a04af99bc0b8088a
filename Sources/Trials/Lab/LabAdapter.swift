import CTrialAssets

/// A page to paste into a framework, which answers what the framework's form API read: `[[name, filename, length, sha256], …]`.
package struct LabAdapter: Sendable {
    /// The name of the framework in lowercase.
    package let name: String
    /// The source, with a line on how to run it.
    package let text: String

    private init(_ name: String, _ text: UnsafePointer<CChar>) {
        self.name = name
        self.text = String(cString: text)
    }

    /// All adapters, by their names.
    package static let all: [LabAdapter] = [
        LabAdapter("aiohttp", aiohttp_py()),
        LabAdapter("django", django_py()),
        LabAdapter("express", express_js()),
        LabAdapter("fastapi", fastapi_py()),
        LabAdapter("flask", flask_py()),
        LabAdapter("gin", gin_go()),
        LabAdapter("go", go_go()),
        LabAdapter("laravel", laravel_php()),
        LabAdapter("multer", multer_js()),
        LabAdapter("node", node_js()),
        LabAdapter("php", php_php()),
        LabAdapter("rails", rails_rb()),
        LabAdapter("sinatra", sinatra_rb()),
        LabAdapter("spring", spring_java()),
        LabAdapter("tornado", tornado_py()),
    ]

    /// The names, with commas between.
    package static var names: String { all.map(\.name).joined(separator: ", ") }

    /// The adapter of a framework, in any letter case; `nil` where there is none.
    package static func named(_ name: String) -> LabAdapter? { all.first { $0.name == name.lowercased() } }
}
