#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input, output and error, without which a process may be started (`>&-`).
enum StandardDescriptors {
    /// Opens those that are closed: a file that is opened later would take the number of one, and get what is printed.
    ///
    /// Reading from standard input and writing to standard output fail then as they did; messages are discarded.
    static func reserve() {
        for (descriptor, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
        ] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", mode)
        }
    }
}
