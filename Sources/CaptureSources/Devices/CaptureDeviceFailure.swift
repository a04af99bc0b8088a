/// Why packets cannot be captured.
package enum CaptureDeviceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The interfaces cannot be listed.
    case noList(reason: String)
    /// There is no interface to capture from.
    case noDevice
    /// There is no interface of this name; `known` are those there are.
    case unknownDevice(name: String, known: [String])
    /// The process does not have the right to capture.
    case notPermitted(name: String, reason: String)
    /// The interface cannot be opened.
    case unusable(name: String, reason: String)
    /// The capture filter cannot be compiled.
    case filter(PacketFilter.Failure)
    /// The capture has broken off.
    case brokenOff(name: String, reason: String)

    /// The failure in one line, the interface first.
    package var description: String {
        switch self {
        case .noList(let reason): "the interfaces cannot be listed: \(reason)"
        case .noDevice: "there is no interface to capture from"
        case .unknownDevice(let name, let known):
            "\(name): no such interface"
                + (known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))")
        case .notPermitted(let name, let reason): "\(name): no permission to capture: \(reason)"
        case .unusable(let name, let reason): "\(name): cannot be captured from: \(reason)"
        case .filter(let failure): failure.description
        case .brokenOff(let name, let reason): "\(name): the capture has broken off: \(reason)"
        }
    }
}
