import Foundation
package import Testing

/// Folders of further captures that are not part of the project.
///
/// They are looked for in the folder that `PARTWISE_SHARED` names, else in `shared` beside the checkout. A
/// test that needs one has the trait ``Testing/Trait/needs(_:)`` and is skipped where it is missing.
package enum Corpora: String, Sendable {
    /// Captures of real clients, `<name>.<format>` with the truth in `<name>.json`.
    case captures
    /// Captures that other projects publish, unchanged.
    case corpora
    /// Bodies without a head, with the rules that they must violate in `cases.json`.
    case lab

    /// The absolute path of the folder; `nil` where it does not exist.
    package var path: String? {
        let parent = ProcessInfo.processInfo.environment["PARTWISE_SHARED"] ?? Checkout.root + "/../shared"
        let path = URL(fileURLWithPath: parent).standardized.path + "/" + rawValue
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// The captures in the folder, in the order of their names; none where it is missing.
    package var files: [CaptureFile] {
        let files = path.map { CaptureFolder.captures(in: $0, truthSuffix: ".json") } ?? []
        // The programs that made the captures lie in a folder of their own.
        return files.filter { !$0.name.hasPrefix("recorders/") }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where a folder of further captures is missing.
    package static func needs(_ folder: Corpora) -> Self {
        .enabled(if: folder.path != nil, "needs the folder \(folder.rawValue): set PARTWISE_SHARED")
    }
}
