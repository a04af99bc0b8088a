import Foundation

/// A folder for one test, removed when the value is released.
package final class TemporaryFolder {
    /// The absolute path, without a slash at its end.
    package let path: String

    /// Makes the folder.
    package init() throws {
        path = NSTemporaryDirectory() + "/partwise-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into the folder; returns its absolute path.
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The names of the files in the folder, in order.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
