import ArgumentParser
package import Bytes
package import CaptureSources

/// The options for the files that a live capture is written to.
package struct RecordingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the packets to this pcapng file.", valueName: "file")
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Begin a new file before one is larger than this, such as 100M; their names are made of that of -o, the time "
                + "and a number.",
            valueName: "size"
        )
    )
    var rotateSize: ByteSize?

    @Option(help: ArgumentHelp("Begin a new file after this time.", valueName: "seconds"))
    var rotateEvery: Int?

    @Option(help: ArgumentHelp("Keep so many files, and remove the oldest.", valueName: "number"))
    var ring: Int?

    @Flag(
        help: ArgumentHelp(
            "Write the keys of the TLS sessions into the file too, where files are rotated into that in which a session "
                + "begins: anyone who has it can decrypt them."
        )
    )
    var embedKeys = false

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are possible and go together.
    package func validate() throws {
        guard output != "-" else {
            throw ValidationError("-o takes the name of a file: the report goes to standard output.")
        }
        guard rotateEvery ?? 1 > 0, ring ?? 1 > 0 else {
            throw ValidationError("--rotate-every and --ring take numbers greater than 0.")
        }
        guard ring == nil || rotates else {
            throw ValidationError("--ring needs --rotate-size or --rotate-every.")
        }
        guard output != nil || !rotates && !embedKeys else {
            throw ValidationError("\(rotates ? "Rotation" : "--embed-keys") needs a file: -o names it.")
        }
    }

    /// Whether keys are written with the packets.
    package var embedsKeys: Bool { embedKeys }

    /// Where the packets go, in words; `nil` where they are not kept.
    package var destination: String? { rotates ? output.map(RecordedFiles.pattern) : output }

    private var rotates: Bool { rotateSize != nil || rotateEvery != nil }

    /// Creates the first file; gives `nil` where packets are not kept.
    ///
    /// - Parameters:
    ///   - interface: the interface that captures.
    ///   - now: when the capture begins.
    /// - Returns: the files.
    /// - Throws: a ``CommandFailure`` where it cannot be written.
    package func files(of interface: CapturedInterface, at now: Timestamp) throws -> RecordedFiles? {
        guard let output else { return nil }
        return try RecordedFiles(
            output,
            RecordedFiles.Rotation(size: rotateSize?.bytes, seconds: rotateEvery, ring: ring),
            of: interface,
            application: "partwise \(ProductVersion.current)",
            isPrivate: embedKeys,
            at: now
        )
    }
}
