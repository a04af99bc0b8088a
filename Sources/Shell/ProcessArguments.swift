import Bytes

/// The command line of this process.
package enum ProcessArguments {
    /// The arguments, without the executable's name; those that are not valid UTF-8 as ``SystemPath`` has them, where
    /// `CommandLine.arguments` would have lost their bytes.
    package static var current: [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            // The system keeps argv, and a NUL at the end of each argument, for the life of the process.
            CommandLine.unsafeArgv[index].map { argument in
                var bytes: [UInt8] = []
                var place = argument
                while place.pointee != 0 {
                    bytes.append(UInt8(bitPattern: place.pointee))
                    place = place.successor()
                }
                return SystemPath.text(bytes)
            }
        }
    }
}
