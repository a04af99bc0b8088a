import Bytes
import CaptureSources

extension InputFailure {
    /// Nothing of an input could be read, because of a problem.
    init(path: String, nothingReadFor problem: CaptureProblem) {
        var problem = problem
        if problem.kind != .notUnderstood {
            problem.message = "nothing in it can be read: \(problem.message)"
        }
        self.init(path: path, describing: CaptureReader.Failure.log(name: path, problem))
    }

    /// Takes an error of a room for the reason, its path taken off where it begins with it.
    init(path: String, describing error: any Error) {
        if let failure = error as? InputFailure {
            self = failure
            return
        }
        let text = "\(error)"
        let prefix = "\(path): "
        self.init(
            path: path,
            reason: text.begins(with: prefix)
                ? String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : text
        )
    }
}
