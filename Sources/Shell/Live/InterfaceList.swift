import Bytes
import CaptureSources
import Reporting

/// The interfaces from which packets can be captured, as `partwise record --interfaces` lists them.
package enum InterfaceList {
    /// Writes the list.
    ///
    /// - Throws: a ``CommandFailure`` where the interfaces cannot be listed.
    package static func write(to output: ReportOutput) throws {
        let devices: [CaptureDevice]
        do throws(CaptureDeviceFailure) { devices = try CaptureDevice.list() } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        let rows = devices.map { device in
            [
                PrintableText.text(device.name, limit: 60), state(of: device),
                device.addresses.joined(separator: ", "),
                device.description.map { PrintableText.text($0, limit: 200) } ?? "",
            ]
        }
        for line in TextColumns.lines(["interface", "state", "addresses", "description"], rows, output.style)
        {
            output.sink.line(line)
        }
    }

    private static func state(of device: CaptureDevice) -> String {
        let state = !device.isUp ? "down" : device.isRunning ? "up" : "up, not connected"
        return device.isLoopback ? "\(state), loopback" : state
    }
}
