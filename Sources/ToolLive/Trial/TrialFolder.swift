import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The folder in which the forms of a run stand, a folder for each; removed at the end.
struct TrialFolder: Sendable {
    /// Its path.
    let path: String

    /// Makes a folder.
    ///
    /// - Throws: a ``CommandFailure`` where that cannot be done.
    init() throws {
        path =
            FileManager.default.temporaryDirectory.path + "/partwise-trial-\(UUID().uuidString.lowercased())"
        if let reason = SystemFile.makeDirectory(path) {
            throw CommandFailure.unreadable("\(path): cannot be made: \(reason)")
        }
    }

    /// Makes a folder in it.
    func makeFolder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Removes a folder in it, with all that it holds.
    func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

    /// Removes it, with all that it holds.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Cuts a file short.
    static func cut(_ path: String, to length: Int) {
        let file = try? FileDescriptor.open(FilePath(path), .writeOnly, options: .closeOnExec)
        _ = try? file?.closeAfter { try file?.resize(to: Int64(length)) }
    }
}
