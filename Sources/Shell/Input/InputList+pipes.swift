package import Inspection
package import Pipeline

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension CaptureInspections.Input {
    /// Makes an input; a pipe is not read before its turn, nor standard input.
    package init(_ argument: CaptureArgument, as kind: InputKind, countsUploadsBelow: Severity? = nil) {
        self.init(
            path: argument.path,
            as: kind,
            isReadAhead: argument.path != "-" && !InputList.isPipe(argument.path),
            countsUploadsBelow: countsUploadsBelow
        )
    }
}

extension InputList {
    /// Whether an input is a pipe, so that it may still be recorded while it is read.
    package var hasPipe: Bool {
        arguments.contains { Self.isPipe($0.path) }
    }

    /// Whether a path is that of a pipe; `-` stands for standard input.
    static func isPipe(_ path: String) -> Bool {
        var status = stat()
        let result = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)
        return result == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
