import Foundation

/// The captures in a folder.
///
/// Every file except truth files, key logs (`.keys`), notes (`.md`), the clients in `drivers/` and the pages in `pages/` is a capture, so a
/// capture in a new format is found without a change here.
package enum CaptureFolder {
    /// The captures of the project, in the order of their names.
    package static var captures: [CaptureFile] {
        captures(in: Checkout.path("Captures"), truthSuffix: ".truth.json")
    }

    /// The captures below `folder`, in the order of their names; none where it does not exist.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - truthSuffix: what a truth file's name has after the capture's stem.
    /// - Returns: every capture, with the files beside it.
    package static func captures(in folder: String, truthSuffix: String) -> [CaptureFile] {
        let files = Checkout.files(below: folder)
        let known = Set(files)
        return files.filter { name in
            !name.hasPrefix("drivers/") && !name.hasPrefix("pages/")
                && ![truthSuffix, ".keys", ".md", ".tsv"].contains { name.hasSuffix($0) }
        }
        .map { name in
            let stem = (name as NSString).deletingPathExtension
            let truth = stem + truthSuffix
            let keys = stem + ".keys"
            return CaptureFile(
                path: folder + "/" + name,
                name: name,
                truthPath: known.contains(truth) ? folder + "/" + truth : nil,
                keysPath: known.contains(keys) ? folder + "/" + keys : nil
            )
        }
    }
}
