import Foundation
package import Testing

/// Folders of further captures that are not part of the project, for those who have them.
///
/// They are looked for in the folder that `PARTWISE_SHARED` names, else in `shared` beside the checkout. A test
/// that needs one says so by ``Testing/Trait/needs(_:)`` and is skipped, visibly, where it is missing.
package enum Corpora: String, Sendable {
    /// Captures of real clients, `<name>.<format>` with the truth in `<name>.json`.
    case captures
    /// Captures that other projects publish, as they are.
    case corpora
    /// Bare bodies with the rules that they must break, in `cases.json`.
    case lab

    /// The absolute path of the folder; `nil` where it does not exist.
    package var path: String? {
        let parent = ProcessInfo.processInfo.environment["PARTWISE_SHARED"] ?? Checkout.root + "/../shared"
        let path = URL(fileURLWithPath: parent).standardized.path + "/" + rawValue
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// The captures in the folder, in the order of their names; none where it is missing.
    package var files: [CaptureFile] {
        path.map { CaptureFolder.captures(in: $0, truthSuffix: ".json") } ?? []
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where a folder of further captures is missing.
    package static func needs(_ folder: Corpora) -> Self {
        .enabled(if: folder.path != nil, "needs the folder \(folder.rawValue): set PARTWISE_SHARED")
    }
}
