import ArgumentParser
import Bytes
package import CaptureSources

/// The options for the interface from which packets are captured.
package struct CaptureDeviceOptions: ParsableArguments {
    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp(
            "The interface; without it any, which is all of them, where the system has that, else the first that is up.",
            valueName: "name"
        )
    )
    var interface: String?

    @Flag(help: "Capture packets for other hosts too, as far as the network delivers them.")
    var promiscuous = false

    @Option(
        help: ArgumentHelp(
            "The kernel's buffer for packets that wait to be read, such as 64M; 16M if not given.",
            valueName: "size"
        )
    )
    var bufferSize: ByteSize?

    /// Makes the options with their defaults.
    package init() {}

    /// Checks that the values are possible.
    package func validate() throws {
        guard (1 << 16...1 << 30).contains(bufferSize?.bytes ?? 1 << 20) else {
            throw ValidationError("--buffer-size takes 64K to 1G.")
        }
    }

    /// Opens the interface.
    ///
    /// - Parameter filter: the capture filter; `nil` for none.
    /// - Returns: the source of its packets.
    /// - Throws: a ``CommandFailure`` that says what helps.
    package func open(filter: String?) throws -> any PacketSource {
        var options = DeviceCapture.Options()
        options.filter = filter
        options.isPromiscuous = promiscuous
        if let bufferSize { options.bufferSize = bufferSize.bytes }
        do throws(CaptureDeviceFailure) {
            if let interface { return try DeviceCapture(on: interface, options) }
            return try DeviceCapture(on: CaptureDevice.preferred(among: CaptureDevice.list()).name, options)
        } catch {
            switch error {
            case .filter: throw CommandFailure.usage("\(error)")
            case .notPermitted(let name, _): throw CommandFailure.unreadable(Self.remedy(for: name))
            default: throw CommandFailure.unreadable("\(error)")
            }
        }
    }

    /// What gives the right to capture.
    private static func remedy(for name: String) -> String {
        let program = ProgramPath.current ?? "partwise"
        #if os(Linux)
            return
                "\(name): capturing needs a right that this user does not have: run it with sudo, or give the right to "
                + "the program with `sudo setcap cap_net_raw=ep \(program)` (and, so that only one group has it, "
                + "`sudo chgrp GROUP` and `sudo chmod 750`, before setcap)"
        #else
            return
                "\(name): capturing needs a right that this user does not have: run \(program) with sudo, or join the "
                + "group that may read /dev/bpf* (access_bpf, which Wireshark's ChmodBPF makes)"
        #endif
    }
}
