import Foundation

/// Where the files of the project are, derived from the path of this source file.
package enum Checkout {
    /// The project's folder, without a slash at its end.
    package static let root: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .path

    /// The absolute path of a path relative to the project's folder.
    package static func path(_ relative: String) -> String { root + "/" + relative }

    /// The paths of all files below a folder, sorted, relative to it; hidden ones left out.
    ///
    /// Empty where the folder does not exist.
    package static func files(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
            return exists && !isFolder.boolValue && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        .sorted()
    }

    /// The bytes of a file.
    package static func bytes(of path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
