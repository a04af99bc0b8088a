import ArgumentParser
import CaptureSources
import Decryption
package import Inspection
import InspectionRules
package import Pipeline

/// The options of all reading commands for the selection of packets and exchanges.
package struct SelectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only packets that match this capture filter (libpcap syntax).",
            valueName: "expression"
        )
    )
    var filter: String?

    @OptionGroup
    var requests: RequestSelectionOptions

    @Option(
        help: ArgumentHelp(
            "Decrypt TLS with the keys of this key log (SSLKEYLOGFILE); may be repeated.",
            valueName: "file"
        )
    )
    var keys: [String] = []

    @Option(help: "The password of an encrypted Fiddler archive.")
    var password: String?

    @Option(
        help: ArgumentHelp("The format of the captures, whatever their first bytes say.", valueName: "format")
    )
    var inputFormat: String?

    /// When the report is coloured.
    @Option(help: "When to use colours: auto, always or never.")
    package var color = ColorChoice.auto

    /// Checks that the values are known and go together.
    package func validate() throws {
        if let filter {
            do throws(PacketFilter.Failure) { _ = try PacketFilter(filter) } catch {
                throw ValidationError("\(error)")
            }
        }
        guard let inputFormat else { return }
        guard let format = CaptureFormat(rawValue: inputFormat), format != .body else {
            throw ValidationError(
                "--input-format takes one of \(CaptureFormat.readableNames), not '\(inputFormat)'."
            )
        }
    }

    /// The filter on exchanges.
    ///
    /// - Parameter terminal: receives what was noticed in files of rules.
    /// - Returns: the filter.
    /// - Throws: a ``CommandFailure`` where a file of rules cannot be read, or all of them hold no rule.
    package func selection(in terminal: Terminal) throws -> ExchangeSelection {
        try requests.selection(in: terminal)
    }

    /// Whether packets or exchanges are left out.
    package var isSelective: Bool { filter != nil || requests.isSelective }

    /// The options for inspection: the packet filter, and the keys of `--keys` and of the key log named in
    /// the environment.
    ///
    /// - Parameters:
    ///   - terminal: provides the environment.
    ///   - inspector: judges the exchanges.
    /// - Returns: options that are otherwise those of a check.
    /// - Throws: where a requested key log cannot be read.
    package func inspectionOptions(
        in terminal: Terminal,
        judgedBy inspector: Inspector = .standard
    ) throws -> InspectionOptions {
        var options = InspectionOptions(inspector)
        options.packetFilter = filter
        options.archivePassword = password
        for path in keys {
            do throws(InputFailure) { try KeyLogFile.add(path, to: &options.keyLog) } catch {
                throw CommandFailure.unreadable("\(error)")
            }
        }
        if let path = terminal.keyLog {
            // The log may be meant for another program, which has not written it yet.
            do throws(InputFailure) { try KeyLogFile.add(path, to: &options.keyLog) } catch {
                return options
            }
        }
        return options
    }

    /// The kind of input.
    package var kind: InputKind { .capture(format: inputFormat) }

    /// Makes the options with their defaults.
    package init() {}
}

/// When colours are used.
package enum ColorChoice: String, NamedChoice, Sendable {
    /// When results go to a terminal and `NO_COLOR` is not set.
    case auto
    /// Always.
    case always
    /// Never.
    case never
}
