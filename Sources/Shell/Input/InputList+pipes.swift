#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension InputList {
    /// Whether an input is a pipe, so that it may still be recorded while it is read.
    package var hasPipe: Bool {
        arguments.contains { argument in
            var status = stat()
            let result = argument.path == "-" ? fstat(STDIN_FILENO, &status) : stat(argument.path, &status)
            return result == 0 && status.st_mode & S_IFMT == S_IFIFO
        }
    }
}
