import CaptureSources
import Testing

/// Interfaces as libpcap lists and opens them.
struct CaptureDeviceTests {
    private static let devices = (try? CaptureDevice.list()) ?? []

    /// Whether this process may capture.
    private static let mayCapture = (try? loopback().map { try DeviceCapture(on: $0, .init()) }) != nil

    private static func loopback() -> String? { devices.first { $0.isLoopback }?.name }

    @Test(.enabled(if: loopback() != nil, "needs a loopback interface"))
    func `the loopback interface is listed with its addresses`() throws {
        let loopback = try #require(Self.devices.first { $0.isLoopback })
        #expect(loopback.isUp)
        #expect(loopback.addresses.contains("127.0.0.1"))
    }

    @Test func `all interfaces are preferred, then the first that is up`() throws {
        let preferred = try? CaptureDevice.preferred(among: Self.devices)
        let all = Self.devices.first { $0.name == CaptureDevice.all }
        #expect(preferred == all ?? Self.devices.first(where: \.isUp) ?? Self.devices.first)
        #expect(throws: CaptureDeviceFailure.noDevice) { try CaptureDevice.preferred(among: []) }
    }

    @Test(.enabled(if: mayCapture, "needs the right to capture"))
    func `an interface that is not there is answered with those there are`() throws {
        let failure = #expect(throws: CaptureDeviceFailure.self) {
            try DeviceCapture(on: "nosuch0", DeviceCapture.Options())
        }
        #expect(failure == .unknownDevice(name: "nosuch0", known: Self.devices.map(\.name)))
        let text = try #require(failure).description
        #expect(text.hasPrefix("nosuch0: no such interface; there are "))
    }

    @Test(.enabled(if: mayCapture, "needs the right to capture"))
    func `a wrong filter is answered with the message of libpcap`() throws {
        var options = DeviceCapture.Options()
        options.filter = "tcp prot"
        let name = try #require(Self.loopback())
        let failure = #expect(throws: CaptureDeviceFailure.self) { try DeviceCapture(on: name, options) }
        #expect(try #require(failure).description.hasSuffix("syntax error"))
    }

    @Test(.enabled(if: mayCapture, "needs the right to capture"))
    func `an interface without traffic gives no packet, and says so in time`() throws {
        var options = DeviceCapture.Options()
        options.filter = "tcp port 1 and host 192.0.2.77"
        let name = try #require(Self.loopback())
        let capture = try DeviceCapture(on: name, options)
        #expect(capture.interface.name == name && capture.interface.filter == options.filter)
        #expect(try capture.read(waiting: 10) { _, _ in true })
        #expect(capture.drops == DropCounts())
    }
}
